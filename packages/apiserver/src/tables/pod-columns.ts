import type { KubeObject } from '@banyan/api';
import { labelsText, NONE, orElse } from './cell-text.ts';
import { AGE, columnsFor, NAME, oncePerRow, text, wide, type Shown } from './column.ts';
import { humanDuration } from '@banyan/api/human-duration';
import { containerImages, containerNames, type Pod, type PodTemplate } from './pod-shape.ts';
import { podSummary, type PodSummary } from './pod-summary.ts';

const summaryOf = oncePerRow(podSummary);

export const POD_COLUMNS = columnsFor<Pod>([
  NAME,
  text('Ready', 'Containers that are ready, of all', (pod) => {
    const { ready, total } = summaryOf(pod);
    return `${ready}/${total}`;
  }),
  text('Status', 'How its containers are', (pod) => summaryOf(pod).status),
  text('Restarts', 'How often its containers were restarted, and when last', (pod, now) =>
    restartsText(summaryOf(pod), now),
  ),
  AGE,
  wide(text('IP', 'Its address', ({ status }) => orElse(status?.podIPs?.[0]?.ip, NONE))),
  wide(text('Node', 'The node it is on', ({ spec }) => orElse(spec?.nodeName, NONE))),
  wide(
    text('Nominated Node', 'The node on which room is being made for it', ({ status }) =>
      orElse(status?.nominatedNodeName, NONE),
    ),
  ),
  wide(text('Readiness Gates', 'Its readiness gates that are open, of all', readinessGates)),
]);

function restartsText({ restarts, lastRestart }: PodSummary, now: Date): string {
  if (restarts === 0 || lastRestart === undefined) return `${restarts}`;
  return `${restarts} (${humanDuration(now.getTime() - lastRestart)} ago)`;
}

function readinessGates({ spec = {}, status = {} }: Pod): string {
  const gates = spec.readinessGates ?? [];
  if (gates.length === 0) return NONE;
  const open = gates.filter(
    ({ conditionType }) =>
      (status.conditions ?? []).find(({ type }) => type === conditionType)?.status === 'True',
  );
  return `${open.length}/${gates.length}`;
}

export const POD_TEMPLATE_COLUMNS = columnsFor<Shown & { readonly template?: PodTemplate }>([
  NAME,
  text('Containers', 'Names of the containers', ({ template }) => containerNames(template?.spec)),
  text('Images', 'Images of the containers', ({ template }) => containerImages(template?.spec)),
  text('Pod Labels', 'Labels that the pods will have', ({ template }) =>
    labelsText(template?.metadata?.labels),
  ),
]);

const ENDED: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
};

/** What a row says of a pod that has ended: clients may leave it out. */
export function podRowConditions(object: Readonly<KubeObject>): readonly object[] {
  const reason = (object['status'] as Pod['status'])?.phase ?? '';
  const message = Object.hasOwn(ENDED, reason) ? ENDED[reason] : undefined;
  return message === undefined ? [] : [{ type: 'Completed', status: 'True', reason, message }];
}
