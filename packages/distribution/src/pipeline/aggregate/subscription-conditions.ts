import type { Subscription } from '@banyan/api/clusternet';
import type { ConditionFacts } from '@banyan/controller';
import { policiesOfAnnotations } from '@banyan/engine';
import type { FoundFeed } from '../templates.ts';
import type { Aggregate, BoundMember } from './aggregate-subscription.ts';

/** Of a list in a message: whoever has more trouble than that begins with the first. */
const NAMED = 10;

export interface ConditionsRequest {
  readonly subscription: Subscription;
  readonly bound: readonly BoundMember[];
  readonly feeds: readonly FoundFeed[];
  readonly aggregate: Aggregate;
  /** What the guard says. */
  readonly held: string | undefined;
}

/** What the pipeline says of a Subscription. `Scheduled` is the scheduler's. */
export function subscriptionConditions(request: ConditionsRequest): ConditionFacts[] {
  const { generation } = request.subscription.metadata;
  return [feedsResolved(request), rendered(request), available(request), ...asked(request)].map((facts) => ({
    ...facts,
    ...(generation !== undefined && { observedGeneration: generation }),
  }));
}

function feedsResolved({ feeds }: ConditionsRequest): ConditionFacts {
  const type = 'FeedsResolved';
  const problems = feeds.flatMap((feed) => (feed.template === undefined ? [feed.problem] : []));
  if (problems.length > 0) {
    return { type, status: 'False', reason: 'FeedsMissing', message: listed(problems) };
  }
  const warnings = feeds.flatMap((feed) => (feed.template?.key && feed.warning ? [feed.warning] : []));
  const reason = warnings.length > 0 ? 'ResolvedByKind' : 'Resolved';
  return { type, status: 'True', reason, message: listed(warnings) };
}

function rendered({ bound }: ConditionsRequest): ConditionFacts {
  const failures = bound.flatMap(({ member, base }) => {
    const condition = base?.status?.conditions?.find(({ type }) => type === 'Rendered');
    return condition?.status === 'False' ? [`${member.name}: ${condition.message ?? ''}`] : [];
  });
  return failures.length === 0
    ? { type: 'Rendered', status: 'True', reason: 'Rendered', message: '' }
    : {
        type: 'Rendered',
        status: 'False',
        reason: 'FailedApplyingOverrides',
        message: `in ${failures.length} of ${bound.length} clusters: ${listed(failures)}`,
      };
}

function available({ bound, aggregate }: ConditionsRequest): ConditionFacts {
  const { undeployed, failed, intent, status } = aggregate;
  const type = 'Available';
  const complete = `${status.completedReleases} of ${bound.length} clusters are complete`;
  if (failed.length > 0) {
    const list = listed(failed.map(({ member, reason }) => `${member}: ${reason}`));
    return { type, status: 'False', reason: 'FailedDeploying', message: `${complete}; ${list}` };
  }
  if (undeployed.length > 0) return { type, status: 'False', reason: 'NotDeployed', message: complete };
  return intent.isAvailable
    ? { type, status: 'True', reason: 'Available', message: complete }
    : { type, status: 'False', reason: bound.length === 0 ? 'NotBound' : 'NotAvailable', message: complete };
}

/** Only if there is something to say. */
function asked({ subscription, held }: ConditionsRequest): ConditionFacts[] {
  const { problems } = policiesOfAnnotations(subscription.metadata.annotations);
  const before = subscription.status?.conditions ?? [];
  const conditions: ConditionFacts[] = [];
  if (held !== undefined || before.some(({ type }) => type === 'DeletionHeld')) {
    const status = held === undefined ? 'False' : 'True';
    conditions.push({
      type: 'DeletionHeld',
      status,
      reason: held === undefined ? 'Allowed' : 'MassDeletion',
      message: held ?? '',
    });
  }
  if (problems.length > 0 || before.some(({ type }) => type === 'PoliciesUnderstood')) {
    const status = problems.length === 0 ? 'True' : 'False';
    const reason = problems.length === 0 ? 'Understood' : 'UnknownWord';
    conditions.push({ type: 'PoliciesUnderstood', status, reason, message: listed(problems) });
  }
  return conditions;
}

function listed(texts: readonly string[]): string {
  const more = texts.length > NAMED ? `; and ${texts.length - NAMED} more` : '';
  return `${texts.slice(0, NAMED).join('; ')}${more}`;
}
