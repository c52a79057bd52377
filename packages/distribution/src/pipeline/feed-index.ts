import type { KubeObject } from '@banyan/api';
import type { Feed, Manifest } from '@banyan/api/clusternet';
import { identityKey, identityOf } from '@banyan/engine';

/**
 * What a feed and its template have in common even where the feed names a wrong group: kind, namespace and name. Who
 * looks something up by it compares the groups afterwards.
 */
export function looseKey({ kind, namespace = '', name }: Omit<Feed, 'apiVersion'>): string {
  return `${kind}/${namespace}/${name}`;
}

/** A Manifest may hold anything: undefined if it is no template. */
export function templateOfManifest(manifest: KubeObject): KubeObject | undefined {
  const template: unknown = (manifest as Manifest).template;
  if (typeof template !== 'object' || template === null) return undefined;
  const { apiVersion, kind, metadata } = template as Partial<KubeObject>;
  const isNamed =
    typeof apiVersion === 'string' && typeof kind === 'string' && typeof metadata?.name === 'string';
  return isNamed ? (template as KubeObject) : undefined;
}

export function manifestIdentities(manifest: KubeObject): string[] {
  const template = templateOfManifest(manifest);
  return template === undefined ? [] : [identityKey(identityOf(template))];
}

export function manifestLooseKeys(manifest: KubeObject): string[] {
  const template = templateOfManifest(manifest);
  if (template === undefined) return [];
  const { namespace, name } = identityOf(template);
  return [looseKey({ kind: template.kind, namespace, name })];
}

/** Of Subscriptions and Bases. */
export function feedLooseKeys(object: KubeObject): string[] {
  const { feeds = [] } = (object['spec'] ?? {}) as { feeds?: Feed[] };
  return [...new Set(feeds.map(looseKey))];
}

/** Of Localizations and Globalizations. */
export function overrideLooseKeys(object: KubeObject): string[] {
  const { feed } = (object['spec'] ?? {}) as { feed?: Feed };
  return feed === undefined ? [] : [looseKey(feed)];
}
