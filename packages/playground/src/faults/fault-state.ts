/** How clients of a cluster that is cut off find out: at once, or by waiting in vain. */
export type CutMode = 'refuse' | 'hang';

export interface Flapping {
  /** Cut off for half of it, then well for the other half. */
  readonly periodMs: number;
  readonly mode: CutMode;
}

/** Answers of an API server that is in trouble, given to a share of requests, 0 to 1. */
export interface ErrorAnswers {
  /** 409 is answered to writes alone. */
  readonly status: 409 | 429 | 500;
  readonly share: number;
  /** Of 429 alone. */
  readonly retryAfterSeconds: number;
}

/** Everything that is wrong with a cluster. What is undefined, zero or empty is well. */
export interface FaultState {
  readonly cut: CutMode | undefined;
  readonly flapping: Flapping | undefined;
  readonly delayMs: number;
  readonly errors: ErrorAnswers | undefined;
  /** Ahead of true time; negative: behind. */
  readonly clockOffsetMs: number;
  readonly deadNodes: readonly string[];
}

export const NO_FAULTS: FaultState = {
  cut: undefined,
  flapping: undefined,
  delayMs: 0,
  errors: undefined,
  clockOffsetMs: 0,
  deadNodes: [],
};

/** For people, one phrase a fault. */
export function describeFaults(state: FaultState): string[] {
  const { cut, flapping, delayMs, errors, clockOffsetMs, deadNodes } = state;
  return [
    ...(cut === undefined ? [] : [`cut off (${howCut(cut)})`]),
    ...(flapping === undefined
      ? []
      : [`flapping every ${seconds(flapping.periodMs)} (${howCut(flapping.mode)})`]),
    ...(delayMs === 0 ? [] : [`slow by ${seconds(delayMs)}`]),
    ...(errors === undefined ? [] : [`answers ${errors.status} to ${percent(errors.share)}`]),
    ...(clockOffsetMs === 0
      ? []
      : [`clock ${seconds(Math.abs(clockOffsetMs))} ${clockOffsetMs > 0 ? 'ahead' : 'behind'}`]),
    ...deadNodes.map((node) => `${node} is down`),
  ];
}

function howCut(mode: CutMode): string {
  return mode === 'refuse' ? 'refused' : 'hanging';
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}% of requests`;
}
