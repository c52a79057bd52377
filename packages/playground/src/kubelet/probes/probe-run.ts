import type { Probe } from '@banyan/api/objects';

export type ProbeKind = 'Startup' | 'Readiness' | 'Liveness';

/** One probe of one run of a container: when it is due, and what its answers so far mean. */
export class ProbeRun {
  readonly kind: ProbeKind;
  readonly probe: Readonly<Probe>;
  /** Not asked before this; Infinity: no more. */
  dueMs: number;
  /** Asked, and not answered yet. */
  isAsked = false;
  #isHealthy: boolean;
  #successes = 0;
  #failures = 0;

  /** `isHealthy`: what is held to be so until there is an answer. */
  constructor(kind: ProbeKind, probe: Readonly<Probe>, startedMs: number, isHealthy = kind === 'Liveness') {
    this.kind = kind;
    this.probe = probe;
    this.dueMs = startedMs + (probe.initialDelaySeconds ?? 0) * 1000;
    this.#isHealthy = isHealthy;
  }

  get isHealthy(): boolean {
    return this.#isHealthy;
  }

  /** It failed so often that its container is to be restarted. */
  get isLost(): boolean {
    return this.kind !== 'Readiness' && this.#failures >= (this.probe.failureThreshold ?? 3);
  }

  /** `isLasting`: the same answer would come for as long as the container runs. */
  record(isWell: boolean, nowMs: number, isLasting = false): void {
    const { periodSeconds = 10, successThreshold = 1, failureThreshold = 3 } = this.probe;
    this.isAsked = false;
    this.#successes = isWell ? this.#successes + 1 : 0;
    this.#failures = isWell ? 0 : this.#failures + 1;
    if (this.#successes >= successThreshold) this.#isHealthy = true;
    if (this.#failures >= failureThreshold) this.#isHealthy = false;
    const isSettled = isWell && this.#isHealthy && (isLasting || this.kind === 'Startup');
    this.dueMs = isSettled ? Infinity : nowMs + periodSeconds * 1000;
  }
}

/** All probes of a container that starts, or of which it is known how it was. */
export function probesOf(
  container: { readonly [K in 'startupProbe' | 'readinessProbe' | 'livenessProbe']?: Probe },
  startedMs: number,
  { isStarted = false, isReady = false } = {},
): ProbeRun[] {
  const { startupProbe, readinessProbe, livenessProbe } = container;
  return [
    ...(startupProbe ? [new ProbeRun('Startup', startupProbe, startedMs, isStarted)] : []),
    ...(readinessProbe ? [new ProbeRun('Readiness', readinessProbe, startedMs, isReady)] : []),
    ...(livenessProbe ? [new ProbeRun('Liveness', livenessProbe, startedMs)] : []),
  ];
}
