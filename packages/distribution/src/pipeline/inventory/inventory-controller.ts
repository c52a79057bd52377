import type { KubeObject } from '@banyan/api';
import type { Subscription } from '@banyan/api/clusternet';
import { Controller } from '@banyan/controller';
import { manifestLooseKeys } from '../feed-index.ts';
import { cacheKeyOfQueued, hubKeyOf } from '../object-keys.ts';
import { follow, specFacts } from '../follow.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import { InventoryReconcile } from './inventory-reconcile.ts';

/** Watches Subscriptions and their templates. */
export function inventoryController(context: PipelineContext): Controller {
  const { caches, concurrency } = context;
  const reconciler = new InventoryReconcile(context);
  const controller = new Controller({
    ...context.controller,
    name: 'feed-inventory',
    caches: caches.all,
    concurrency,
    concurrencyPerCluster: concurrency,
    reconcile: (key, signal) => reconciler.reconcile(cacheKeyOfQueued(key), signal),
  });
  const add = (key: string): void => controller.add(key, { priority: controller.started ? 'normal' : 'low' });
  const keyOf = (subscription: KubeObject): string[] => [hubKeyOf(subscription)];
  follow({ lease: caches.subscriptions, factsOf: specFacts, keysOf: keyOf }, add);
  follow({ lease: caches.inventories, factsOf: specFacts, keysOf: keyOf }, add);
  const keysOfUsers = (manifest: KubeObject): string[] =>
    controller.started
      ? manifestLooseKeys(manifest)
          .flatMap((key) => caches.subscriptionsOf(key))
          .filter(divides)
          .map(hubKeyOf)
      : [];
  follow({ lease: caches.manifests, factsOf: specFacts, keysOf: keysOfUsers }, add);
  return controller;
}

function divides({ spec }: Subscription): boolean {
  return spec.schedulingStrategy === 'Dividing';
}
