import type { KubeList, KubeObject } from '@banyan/api';
import { formatApiVersion } from '@banyan/api';
import { KubeError } from '../errors/kube-error.ts';
import type { ListerWatcher, WatchScope } from './lister-watcher.ts';
import type { ReflectorSource, SourceEvent, SourcePage } from './reflector-source.ts';

export interface ObjectSourceOptions {
  readonly client: ListerWatcher;
  readonly scope: WatchScope;
  /** PartialObjectMetadata instead of whole objects. */
  readonly metadataOnly: boolean;
}

/** Parsed objects, whole or metadata only. */
export function objectSource(options: ObjectSourceOptions): ReflectorSource<KubeObject> {
  const { client, scope, metadataOnly } = options;
  const { resource, namespace, labelSelector, fieldSelector } = scope;
  const selection = { namespace, labelSelector, fieldSelector, metadataOnly };
  const description = describeScope(scope);
  return {
    description,
    listPage: async (page) => {
      const list = await client.list(resource, { ...selection, ...page });
      return toPage(list, description);
    },
    watch: async function* (watch) {
      const events = client.watch(resource, { ...selection, allowBookmarks: true, ...watch });
      for await (const { type, object } of events) yield toEvent(type, object);
    },
  };
}

/** `deployments.v1.apps in namespace web with labels app=x`. */
export function describeScope({ resource, namespace, labelSelector, fieldSelector }: WatchScope): string {
  const { group, version } = resource;
  const parts = [`${resource.resource} (${formatApiVersion({ group, version })})`];
  if (namespace !== undefined) parts.push(`in namespace ${namespace}`);
  if (labelSelector !== undefined) parts.push(`with labels ${labelSelector}`);
  if (fieldSelector !== undefined) parts.push(`with fields ${fieldSelector}`);
  return parts.join(' ');
}

/** The kind of a list's items, which built-in kinds do not repeat in each item. */
export function itemKind(listKind: string): string {
  return listKind.endsWith('List') ? listKind.slice(0, -'List'.length) : listKind;
}

function toPage(list: KubeList, description: string): SourcePage<KubeObject> {
  // Aggregated servers written in Go answer an empty list with null.
  const items: unknown = list.items ?? [];
  if (!Array.isArray(items)) throw new KubeError('BadResponse', `the list of ${description} has no items`);
  const kind = itemKind(list.kind);
  for (const item of items as KubeObject[]) {
    item.apiVersion ??= list.apiVersion;
    item.kind ??= kind;
  }
  const { resourceVersion = '', continue: next } = list.metadata;
  return { items, resourceVersion, ...(next !== undefined && next !== '' && { continue: next }) };
}

function toEvent(type: SourceEvent<KubeObject>['type'], object: KubeObject): SourceEvent<KubeObject> {
  const resourceVersion = object.metadata.resourceVersion ?? '';
  return type === 'BOOKMARK' ? { type, resourceVersion } : { type, item: object, resourceVersion };
}
