import type { Pod } from '@banyan/api/objects';

/** What a pod is told to do wrong, by annotations `simulate.banyan.dev/…` on it or its template. */
export interface Behaviour {
  /** Its containers end with this code soon after they start. */
  readonly crashCode: number | undefined;
  /** What ends them is that they took too much memory. */
  readonly isOutOfMemory: boolean;
  readonly isNeverReady: boolean;
  /** Between being bound and its containers starting. */
  readonly startDelayMs: number;
  readonly failsImagePull: boolean;
  /** Between being asked to end and ending. */
  readonly stopDelayMs: number;
}

const PREFIX = 'simulate.banyan.dev/';
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** What cannot be read counts as not said: a typing error must not stop a pod. */
export function behaviourOf({ metadata }: Readonly<Pod>): Behaviour {
  const said = (name: string) => metadata.annotations?.[PREFIX + name];
  const isOutOfMemory = said('oom-kill') === 'true';
  return {
    crashCode: isOutOfMemory ? OOM_CODE : crashCode(said('crash-loop')),
    isOutOfMemory,
    isNeverReady: said('never-ready') === 'true',
    startDelayMs: durationMs(said('slow-start')),
    failsImagePull: said('image-pull-error') === 'true',
    stopDelayMs: durationMs(said('slow-stop')),
  };
}

/** Ended by SIGKILL. */
const OOM_CODE = 137;

function crashCode(text: string | undefined): number | undefined {
  if (text === undefined || text === 'false') return undefined;
  return Number(/^\d+$/.exec(text)?.[0] ?? 1);
}

/** `1m30s`, `500ms`, or a plain number of seconds. */
export function durationMs(text = ''): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.map(([part]) => part).join('') !== text) return 0;
  return parts.reduce((sum, [, number, unit = 's']) => sum + Number(number) * (UNITS[unit] ?? 0), 0);
}
