import { specHash, type DeletionLimits } from '@banyan/engine';
import type { Subscription } from '@banyan/api/clusternet';
import type { PipelineCaches } from '../pipeline-caches.ts';
import type { BasesRequest } from './plan-bases.ts';

/**
 * What a Subscription asks of its Bases, from the caches. Undefined while there is no decision, or none on what its author
 * says now: feeds and clusters of one spec go together.
 */
export function basesRequest(
  caches: PipelineCaches,
  subscription: Subscription,
  limits: DeletionLimits,
): BasesRequest | undefined {
  const { spec, status } = subscription;
  const bound = status?.bindingClusters;
  if (bound === undefined) return undefined;
  // Another scheduler has a hash of its own.
  const isOurs = (spec.schedulerName || 'default') === 'default';
  if (isOurs && status?.specHash !== specHash(spec)) return undefined;
  const members = bound.map((key) => caches.member(key)).filter((member) => member !== undefined);
  return {
    subscription,
    members: members.filter(({ state }) => state !== 'leaving'),
    boundNamespaces: new Set(bound.map((key) => key.slice(0, key.indexOf('/')))),
    bases: caches.basesOf(subscription),
    baseAt: (namespace, name) => caches.base(`${namespace}/${name}`),
    limits,
  };
}
