import type { PodEvents } from '../pod-events.ts';
import type { ContainerRun } from './container-run.ts';

const RETRY_MS = 15_000;
const WHY = 'the playground was told to fail';

/** Plays that images cannot be had. Returns in how many milliseconds it is tried again. */
export function failImagePull(runs: readonly ContainerRun[], events: PodEvents): number {
  for (const run of runs) {
    const { state } = run;
    if (state.type !== 'waiting') continue;
    const image = run.container.image ?? '';
    const isFirst = state.reason !== 'ErrImagePull' && state.reason !== 'ImagePullBackOff';
    const reason = isFirst ? 'ErrImagePull' : 'ImagePullBackOff';
    if (isFirst) events.warn(run, 'Failed', `Failed to pull image "${image}": ${WHY}`);
    events.warn(run, 'Failed', `Error: ${reason}`);
    const message = isFirst ? WHY : `Back-off pulling image "${image}": ErrImagePull: ${WHY}`;
    run.state = { type: 'waiting', reason, message };
  }
  return RETRY_MS;
}
