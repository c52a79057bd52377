import { compareTranscripts, formatDifference } from './compare-transcripts.ts';
import type { CaseOutcome } from './run-cases.ts';
import type { Transcript } from './transcript.ts';

/** What is wrong with one case's run, each a text that begins with the case; empty if it is as recorded. */
export function problemsOf(
  caseKey: string,
  outcome: CaseOutcome | undefined,
  recorded: Transcript | undefined,
): string[] {
  if (outcome === undefined) return [`${caseKey}: not run`];
  if ('error' in outcome) return [outcome.error.message];
  if (recorded === undefined) return [`${caseKey}: not recorded`];
  return compareTranscripts(caseKey, recorded, outcome.transcript).map(formatDifference);
}
