import type { KubeObject } from '@banyan/api';
import { RENDERED_ANNOTATION } from '@banyan/api/banyan';
import type { Subscription } from '@banyan/api/clusternet';
import { Controller, formatKey } from '@banyan/controller';
import type { CacheLease } from '@banyan/kube';
import { manifestLooseKeys, overrideLooseKeys } from '../feed-index.ts';
import { cacheKeyOf, cacheKeyOfQueued, memberKeyOf } from '../object-keys.ts';
import { authorFacts, follow, specFacts } from '../follow.ts';
import type { PipelineCaches } from '../pipeline-caches.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import { BaseReconcile, type BaseReconcileOptions } from './base-reconcile.ts';

/** Watches Bases and all that their Descriptions are made of. */
export function baseController(context: PipelineContext & BaseReconcileOptions): Controller {
  const { caches, concurrency } = context;
  const reconciler = new BaseReconcile(context);
  const controller = new Controller({
    ...context.controller,
    name: 'base',
    caches: caches.all,
    concurrency,
    reconcile: (key, signal) => reconciler.reconcile(cacheKeyOfQueued(key), signal),
  });
  const add = (key: string): void => controller.add(key, { priority: controller.started ? 'normal' : 'low' });
  // Before the caches are in, every Base comes by itself.
  const keysOfAll = (bases: () => readonly KubeObject[]): string[] =>
    controller.started ? bases().map(memberKeyOf) : [];
  follow({ lease: caches.bases, factsOf: authorFacts, keysOf: (base) => [memberKeyOf(base)] }, add);
  // Also one that came: it may be a late write of a replica that no longer leads.
  follow({ lease: caches.descriptions, factsOf: descriptionFacts, keysOf: keysOfOwners }, add);
  const sources: readonly [CacheLease<KubeObject>, Facts, (object: KubeObject) => readonly KubeObject[]][] = [
    [caches.manifests, specFacts, (one) => manifestLooseKeys(one).flatMap((key) => caches.basesOfFeed(key))],
    [caches.localizations, authorFacts, (one) => overriddenBases(caches, one)],
    [caches.globalizations, authorFacts, (one) => overriddenBases(caches, one)],
    [caches.clusters, memberFacts(caches), ({ metadata }) => caches.basesIn(metadata.namespace ?? '')],
    [caches.subscriptions, dividedFacts, (one) => caches.basesOf(one as Subscription)],
    [caches.inventories, specFacts, (one) => dividedBases(caches, one)],
  ];
  for (const [lease, factsOf, basesOf] of sources) {
    follow({ lease, factsOf, keysOf: (object) => keysOfAll(() => basesOf(object)) }, add);
  }
  return controller;
}

type Facts = (object: KubeObject) => string;

function keysOfOwners({ metadata: { namespace = '', ownerReferences = [] } }: KubeObject): string[] {
  return ownerReferences
    .filter(({ kind }) => kind === 'Base')
    .map(({ name }) => formatKey({ cluster: namespace, namespace, name }));
}

function dividedBases(caches: PipelineCaches, inventory: KubeObject): readonly KubeObject[] {
  const subscription = caches.subscription(cacheKeyOf(inventory));
  return subscription === undefined ? [] : caches.basesOf(subscription);
}

/** A Localization is for one member alone. */
function overriddenBases(caches: PipelineCaches, override: KubeObject): readonly KubeObject[] {
  const { namespace } = override.metadata;
  const bases = overrideLooseKeys(override).flatMap((key) => caches.basesOfFeed(key));
  return override.kind === 'Globalization'
    ? bases
    : bases.filter(({ metadata }) => metadata.namespace === namespace);
}

/** What the deployer writes is no reason to render. */
function descriptionFacts(description: KubeObject): string {
  return `${specFacts(description)}/${description.metadata.annotations?.[RENDERED_ANNOTATION] ?? ''}`;
}

/** What overrides may select or name. */
function memberFacts(caches: PipelineCaches): (cluster: KubeObject) => string {
  return (cluster) => {
    const { labels, facts, state } = caches.memberOf(cluster);
    return JSON.stringify([labels, facts, state === 'leaving']);
  };
}

function dividedFacts(object: KubeObject): string {
  const { spec, status } = object as Subscription;
  return spec.schedulingStrategy === 'Dividing'
    ? JSON.stringify([status?.bindingClusters, status?.replicas])
    : '';
}
