import type { Pod } from '@banyan/api/objects';

/** What a pod is told to do wrong, by annotations `simulate.banyan.dev/…` on it or its template. */
export interface Behaviour {
  /** Its containers end with this code soon after they start. */
  readonly crashCode: number | undefined;
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
  const crash = said('crash-loop');
  return {
    crashCode: crash === undefined || crash === 'false' ? undefined : Number(/^\d+$/.exec(crash)?.[0] ?? 1),
    isNeverReady: said('never-ready') === 'true',
    startDelayMs: durationMs(said('slow-start')),
    failsImagePull: said('image-pull-error') === 'true',
    stopDelayMs: durationMs(said('slow-stop')),
  };
}

/** `1m30s`, `500ms`, or a plain number of seconds. */
export function durationMs(text = ''): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.map(([part]) => part).join('') !== text) return 0;
  return parts.reduce((sum, [, number, unit = 's']) => sum + Number(number) * (UNITS[unit] ?? 0), 0);
}
