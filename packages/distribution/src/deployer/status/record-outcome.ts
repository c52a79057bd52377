import type { Description } from '@banyan/api/clusternet';
import type { EventRecorder } from '@banyan/controller';
import type { WorkOutcome } from './work-outcomes.ts';

/** Says what came of a work, in the words that Clusternet's users know. */
export function recordOutcome(
  events: Pick<EventRecorder, 'record'>,
  description: Description,
  { phase, reason }: WorkOutcome,
): void {
  const { namespace = '', name = '' } = description.metadata;
  if (phase === 'Success') {
    const message = `Description ${namespace}/${name} is deployed successfully`;
    events.record(description, { type: 'Normal', reason: 'SuccessfullyDeployed', message });
  } else if (phase === 'Failure') {
    events.record(description, { type: 'Warning', reason: 'UnSuccessfullyDeployed', message: reason });
  }
}
