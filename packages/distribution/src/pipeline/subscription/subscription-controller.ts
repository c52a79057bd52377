import type { KubeObject } from '@banyan/api';
import type { Subscription } from '@banyan/api/clusternet';
import { Controller } from '@banyan/controller';
import { cacheKeyOf, cacheKeyOfQueued, hubKeyOf } from '../object-keys.ts';
import { authorFacts, follow, specFacts } from '../follow.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import { SubscriptionReconcile, type SubscriptionReconcileOptions } from './subscription-reconcile.ts';

/** Watches Subscriptions, what the scheduler says of them, and their Bases. */
export function subscriptionController(context: PipelineContext & SubscriptionReconcileOptions): Controller {
  const { caches, concurrency } = context;
  const reconciler = new SubscriptionReconcile(context);
  const controller = new Controller({
    ...context.controller,
    name: 'subscription',
    caches: caches.all,
    concurrency,
    concurrencyPerCluster: concurrency,
    reconcile: (key, signal) => reconciler.reconcile(cacheKeyOfQueued(key), signal),
  });
  const add = (key: string): void => controller.add(key, { priority: controller.started ? 'normal' : 'low' });
  const keyOf = (subscription: KubeObject): string[] => [hubKeyOf(subscription)];
  const keysOfOwner = (base: KubeObject): string[] => {
    const subscription = controller.started ? caches.subscriptionOfBase(base) : undefined;
    return subscription === undefined ? [] : [hubKeyOf(subscription)];
  };
  follow({ lease: caches.subscriptions, factsOf: bindingFacts, keysOf: keyOf }, add);
  follow({ lease: caches.inventories, factsOf: specFacts, keysOf: keyOf }, add);
  const keysOfBound = (cluster: KubeObject): string[] =>
    controller.started ? caches.subscriptionsBoundTo(cacheKeyOf(cluster)).map(hubKeyOf) : [];
  follow({ lease: caches.clusters, factsOf: memberFacts, keysOf: keysOfBound }, add);
  // What came is in step; what was changed or went may have to be set right.
  caches.bases.addHandler({
    onUpdate: (base, previous) => {
      if (authorFacts(base) !== authorFacts(previous)) keysOfOwner(base).forEach(add);
    },
    onDelete: (base) => keysOfOwner(base).forEach(add),
  });
  caches.localizations.addHandler({
    onDelete: ({ metadata: { namespace = '', ownerReferences = [] } }) => {
      const owners = new Set(ownerReferences.map(({ uid }) => uid));
      const bases = caches.basesIn(namespace).filter(({ metadata }) => owners.has(metadata.uid ?? ''));
      bases.flatMap(keysOfOwner).forEach(add);
    },
  });
  return controller;
}

function bindingFacts(object: KubeObject): string {
  const { status } = object as Subscription;
  return JSON.stringify([authorFacts(object), status?.bindingClusters, status?.replicas, status?.specHash]);
}

/** What a Base says of its member. */
function memberFacts({ metadata, spec }: KubeObject): string {
  return JSON.stringify([metadata.deletionTimestamp, (spec as { clusterId?: string }).clusterId]);
}
