import type { DescriptionPhase } from '@banyan/api/clusternet';
import type { Findings } from '../work/work-pass.ts';

/** What came of the last run over a Description. */
export interface WorkOutcome {
  readonly phase: DescriptionPhase;
  readonly reason: string;
}

/** As many as a person reads. */
const MAX_REASONS = 10;
/** A server's words about one object can be long. */
const MAX_LENGTH = 4000;

export function outcomeOf({ failures, held, drift }: Findings, problems: readonly string[]): WorkOutcome {
  const wrong = [...problems, ...failures, ...held];
  if (wrong.length > 0) return { phase: 'Failure', reason: summed([...wrong, ...drift]) };
  return { phase: 'Success', reason: summed(drift) };
}

function summed(reasons: readonly string[]): string {
  const shown = reasons.slice(0, MAX_REASONS).join('; ').slice(0, MAX_LENGTH);
  const more = reasons.length - MAX_REASONS;
  return more > 0 ? `${shown}; and ${more} more` : shown;
}
