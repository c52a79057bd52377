import { parseApiVersion, type KubeObject } from '@banyan/api';
import {
  APPS_FINALIZER,
  FEED_PROTECTION,
  MANIFESTS,
  SUBSCRIPTION_UID_LABEL,
  type Base,
  type Feed,
  type Manifest,
  type Subscription,
} from '@banyan/api/clusternet';
import { Controller, DONE, type ReconcileResult } from '@banyan/controller';
import { identityKey } from '@banyan/engine';
import { isNotFound } from '@banyan/kube';
import { feedLooseKeys, looseKey, manifestLooseKeys, templateOfManifest } from '../feed-index.ts';
import { changeFinalizers } from '../hub-writes.ts';
import { cacheKeyOf, cacheKeyOfQueued, hubKeyOf, whereIs } from '../object-keys.ts';
import { follow, specFacts } from '../follow.ts';
import type { PipelineCaches } from '../pipeline-caches.ts';
import type { PipelineContext } from '../pipeline-context.ts';

/** Named in a message; whoever deletes a template that more use will ask again. */
const NAMED_USERS = 5;

/** Keeps templates that are in use. Watches them and whoever may name them, bound or not. */
export function protectionController(context: PipelineContext): Controller {
  const { caches, concurrency } = context;
  const controller = new Controller({
    ...context.controller,
    name: 'feed-protection',
    caches: [caches.manifests, caches.subscriptions, caches.bases],
    concurrency,
    concurrencyPerCluster: concurrency,
    reconcile: (key, signal) => protect(context, cacheKeyOfQueued(key), signal),
  });
  const add = (key: string): void => controller.add(key, { priority: controller.started ? 'normal' : 'low' });
  const keysOfFeeds = (user: KubeObject): string[] =>
    controller.started
      ? feedLooseKeys(user)
          .flatMap((key) => caches.manifestsOf(key))
          .map(hubKeyOf)
      : [];
  const keyOf = (manifest: KubeObject): string[] => [hubKeyOf(manifest)];
  follow({ lease: caches.manifests, factsOf: protectionFacts, keysOf: keyOf }, add);
  follow({ lease: caches.subscriptions, factsOf: specFacts, keysOf: keysOfFeeds }, add);
  const keysOfHandmade = (base: KubeObject): string[] => (isHandmade(base) ? keysOfFeeds(base) : []);
  follow({ lease: caches.bases, factsOf: specFacts, keysOf: keysOfHandmade }, add);
  return controller;
}

async function protect(
  { hubClient, caches }: PipelineContext,
  key: string,
  signal: AbortSignal,
): Promise<ReconcileResult> {
  const manifest = caches.manifests.cache.get(key) as Manifest | undefined;
  if (manifest === undefined) return DONE;
  const users = usersOf(caches, manifest);
  const isDeleted = manifest.metadata.deletionTimestamp !== undefined;
  if (!isDeleted) {
    if (users.length === 0) return DONE;
    await changeFinalizers(
      hubClient,
      { resource: MANIFESTS, object: manifest, add: FEED_PROTECTION },
      signal,
    );
  } else if (users.length === 0) {
    const remove = [FEED_PROTECTION, APPS_FINALIZER];
    await changeFinalizers(hubClient, { resource: MANIFESTS, object: manifest, remove }, signal);
  } else {
    const more = users.length > NAMED_USERS ? ` and ${users.length - NAMED_USERS} more` : '';
    const message = `it is in use by ${users.slice(0, NAMED_USERS).join(', ')}${more}: take it out of their feeds first`;
    if (manifest.metadata.annotations?.[FEED_PROTECTION] === message) return DONE;
    const body = { metadata: { uid: manifest.metadata.uid, annotations: { [FEED_PROTECTION]: message } } };
    try {
      const patch = { type: 'merge', body } as const;
      await hubClient.patch(MANIFESTS, whereIs(manifest), patch, { metadataOnly: true, signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return DONE;
}

/** Subscriptions, and Bases made by hand, whose feeds mean this template. */
function usersOf(caches: PipelineCaches, manifest: Manifest): string[] {
  const template = templateOfManifest(manifest);
  if (template === undefined) return [];
  const { group } = parseApiVersion(template.apiVersion);
  return manifestLooseKeys(manifest)
    .flatMap((key): (Subscription | Base)[] => [
      ...caches.subscriptionsOf(key),
      ...caches.basesOfFeed(key).filter(isHandmade),
    ])
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .filter(({ spec }) => spec.feeds.some((feed) => means(caches, feed, manifest, group)))
    .map((user) => `${user.kind} ${cacheKeyOf(user)}`)
    .sort();
}

/** A feed of a wrong group means the template that there is, unless its own group has one of that name. */
function means(caches: PipelineCaches, feed: Feed, manifest: Manifest, group: string): boolean {
  if (manifestLooseKeys(manifest)[0] !== looseKey(feed)) return false;
  const own = parseApiVersion(feed.apiVersion).group;
  if (own === group) return true;
  const { kind, namespace = '', name } = feed;
  return caches.manifestWith(identityKey({ group: own, kind, namespace, name })) === undefined;
}

function isHandmade({ metadata }: KubeObject): boolean {
  return metadata.labels?.[SUBSCRIPTION_UID_LABEL] === undefined;
}

function protectionFacts(manifest: KubeObject): string {
  return JSON.stringify([specFacts(manifest), manifest.metadata.finalizers]);
}
