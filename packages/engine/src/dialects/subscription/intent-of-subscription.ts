import type { Subscription } from '@banyan/api/clusternet';
import type { Division, Intent } from '../../words/intent.ts';

/** A Subscription in the engine's words. */
export function intentOfSubscription({ spec }: Subscription): Intent {
  const division = divisionOf(spec);
  return {
    targets: spec.subscribers.map(({ clusterAffinity }) => ({ labels: clusterAffinity })),
    tolerations: spec.clusterTolerations ?? [],
    taintsEndBindings: true,
    keepsLostMembers: division.kind === 'replicate',
    division,
  };
}

function divisionOf({ schedulingStrategy, subscribers }: Subscription['spec']): Division {
  if (schedulingStrategy !== 'Dividing') return { kind: 'replicate' };
  const rules = subscribers.map(({ clusterAffinity, weight = 0 }) => ({
    select: { labels: clusterAffinity },
    weight,
  }));
  return { kind: 'static', rules, combine: 'sum' };
}

/** What a Subscription asks for that no function here decides; undefined if all of it is understood. */
export function unsupportedIn({ spec }: Subscription): string | undefined {
  const type = spec.dividingScheduling?.type;
  if (spec.schedulingStrategy === 'Dividing' && type === 'Dynamic') return 'dividingScheduling.type Dynamic';
  return spec.schedulingBySubGroup === true ? 'schedulingBySubGroup' : undefined;
}
