import type { KubeObject } from '@banyan/api';
import type { Base, Description, Subscription } from '@banyan/api/clusternet';
import { Controller } from '@banyan/controller';
import { manifestLooseKeys } from '../feed-index.ts';
import { cacheKeyOfQueued, hubKeyOf } from '../object-keys.ts';
import { authorFacts, follow, specFacts } from '../follow.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import { AggregateReconcile, type AggregateReconcileOptions } from './aggregate-reconcile.ts';

/** Members report within moments of each other: what comes meanwhile is told with the first. */
const GATHER_MS = 500;
/** A status of many feeds is large: it is written less often, by this much a feed and member. */
const GATHER_MS_PER_STATUS = 0.25;
const GATHER_MAX_MS = 5_000;

/** Watches the statuses of Descriptions and Bases. */
export function aggregateController(context: PipelineContext & AggregateReconcileOptions): Controller {
  const { caches, concurrency } = context;
  const reconciler = new AggregateReconcile(context);
  const controller = new Controller({
    ...context.controller,
    name: 'aggregate-status',
    caches: caches.all,
    concurrency,
    concurrencyPerCluster: concurrency,
    reconcile: (key, signal) => reconciler.reconcile(cacheKeyOfQueued(key), signal),
  });
  const add = (key: string): void => {
    const subscription = caches.subscription(cacheKeyOfQueued(key));
    const afterMs = subscription === undefined ? 0 : gatherMs(subscription);
    controller.add(key, { afterMs, priority: controller.started ? 'normal' : 'low' });
  };
  const keysOfOwner = (object: KubeObject): string[] => {
    const subscription = controller.started ? caches.subscriptionOfBase(object) : undefined;
    return subscription === undefined ? [] : [hubKeyOf(subscription)];
  };
  const keyOf = (subscription: KubeObject): string[] => [hubKeyOf(subscription)];
  follow({ lease: caches.subscriptions, factsOf: bindingFacts, keysOf: keyOf }, add);
  follow({ lease: caches.bases, factsOf: conditionFacts, keysOf: keysOfOwner }, add);
  follow({ lease: caches.descriptions, factsOf: statusFacts, keysOf: keysOfOwner }, add);
  const keysOfUsers = (manifest: KubeObject): string[] =>
    controller.started
      ? manifestLooseKeys(manifest)
          .flatMap((key) => caches.subscriptionsOf(key))
          .map(hubKeyOf)
      : [];
  follow({ lease: caches.manifests, factsOf: specFacts, keysOf: keysOfUsers }, add);
  return controller;
}

function gatherMs({ spec, status }: Subscription): number {
  const statuses = spec.feeds.length * (status?.bindingClusters?.length ?? 0);
  return Math.min(GATHER_MAX_MS, GATHER_MS + GATHER_MS_PER_STATUS * statuses);
}

function bindingFacts(object: KubeObject): string {
  const { bindingClusters, specHash } = (object as Subscription).status ?? {};
  // What the guard holds is known only when the scheduler has decided on the spec of now.
  return JSON.stringify([authorFacts(object), bindingClusters, specHash]);
}

function conditionFacts(object: KubeObject): string {
  return JSON.stringify([(object as Base).status?.conditions, object.metadata.deletionTimestamp]);
}

function statusFacts(object: KubeObject): string {
  const { phase, reason, manifestStatuses } = (object as Description).status ?? {};
  return JSON.stringify([specFacts(object), phase, reason, manifestStatuses]);
}
