import {
  ALLOW_DELETION_ANNOTATION,
  CONFLICT_ANNOTATION,
  DRIFT_ANNOTATION,
  IMMUTABLE_ANNOTATION,
} from '@banyan/api/banyan';
import type { Description } from '@banyan/api/clusternet';

const POLICIES = [ALLOW_DELETION_ANNOTATION, CONFLICT_ANNOTATION, DRIFT_ANNOTATION, IMMUTABLE_ANNOTATION];

/** Whether something changed that is a reason to look at the member; what we write ourselves is none. */
export function isOtherIntent({ metadata: now }: Description, { metadata: before }: Description): boolean {
  return (
    now.uid !== before.uid ||
    now.generation !== before.generation ||
    now.deletionTimestamp !== before.deletionTimestamp ||
    POLICIES.some((policy) => now.annotations?.[policy] !== before.annotations?.[policy])
  );
}

/** Whether something else is told of it; counters of its objects apart. */
export function isOtherOutcome({ status: now }: Description, { status: before }: Description): boolean {
  return now?.phase !== before?.phase || now?.reason !== before?.reason || now?.applied !== before?.applied;
}
