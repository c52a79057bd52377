import { fnv1a64 } from './apps-hash.ts';
import type { Feed } from './apps-feeds.ts';

/** Strings that users of `apps.clusternet.io` know, and the names that its objects get. */

/** As a finalizer: the template is in use. As an annotation: why it is not deleted. */
export const FEED_PROTECTION = 'apps.clusternet.io/feed-protection';
/** On a template: store it without asking the parent whether it is valid. */
export const SKIP_VALIDATING_ANNOTATION = 'apps.clusternet.io/skip-validating';
/** On objects in members: `<namespace>.<name>` of the Description. */
export const OWNED_BY_DESCRIPTION_ANNOTATION = 'apps.clusternet.io/owned-by-description';
/** Clusternet's own record of what it applied; taken away when an object is taken over. */
export const CLUSTERNET_LAST_APPLIED_ANNOTATION = 'clusternet.io/last-applied-configuration';
export const DEFAULT_CLUSTER_INIT_ANNOTATION = 'apps.clusternet.io/is-default-cluster-init';

/** What an object was made from. */
export const CONFIG_GROUP_LABEL = 'apps.clusternet.io/config.group';
export const CONFIG_VERSION_LABEL = 'apps.clusternet.io/config.version';
export const CONFIG_KIND_LABEL = 'apps.clusternet.io/config.kind';
export const CONFIG_NAME_LABEL = 'apps.clusternet.io/config.name';
export const CONFIG_NAMESPACE_LABEL = 'apps.clusternet.io/config.namespace';
export const CONFIG_UID_LABEL = 'apps.clusternet.io/config.uid';
/** The Subscription that it serves. */
export const SUBSCRIPTION_NAME_LABEL = 'apps.clusternet.io/subs.name';
export const SUBSCRIPTION_NAMESPACE_LABEL = 'apps.clusternet.io/subs.namespace';
export const SUBSCRIPTION_UID_LABEL = 'apps.clusternet.io/subs.uid';

/** The name of the one override in the Localizations that divide replicas. */
export const DIVIDING_OVERRIDE = 'dividing scheduling replicas';

const MAX_NAME_LENGTH = 253;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
/** No vowels, so no words; ten of them are about 47 bits. */
const HASH_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const HASH_LENGTH = 10;

/** Ten letters and digits that a name may hold; equal for equal texts. */
export function nameHash(text: string): string {
  let rest = fnv1a64(text);
  let hash = '';
  for (let place = 0; place < HASH_LENGTH; place++) {
    hash += HASH_LETTERS.charAt(Number(rest % 27n));
    rest /= 27n;
  }
  return hash;
}

/** The key of a feed in a Subscription's `status.replicas`: `apps/v1/Deployment/shop/web`, `v1/Namespace/shop`. */
export function feedKey({ apiVersion, kind, namespace, name }: Feed): string {
  return namespace === undefined || namespace === ''
    ? `${apiVersion}/${kind}/${name}`
    : `${apiVersion}/${kind}/${namespace}/${name}`;
}

/** `isTaken`: whether a Base of this name that serves another Subscription is in the member's namespace. */
export function baseName(
  subscription: { readonly namespace: string; readonly name: string },
  isTaken: (name: string) => boolean = () => false,
): string {
  const { namespace, name } = subscription;
  return isTaken(name) ? withHash(name, `${namespace}/${name}`) : name;
}

/** `part` counts from 1: what does not fit into one Description continues in the next. */
export function descriptionName(base: string, deployer: 'Generic' | 'Helm', part = 1): string {
  const name = `${base}-${deployer.toLowerCase()}${part > 1 ? `-${part}` : ''}`;
  return fitting(name, name);
}

/** Of the Localization that gives a Base its share of a feed's replicas. */
export function localizationName(base: string, feed: Feed): string {
  const name = `${base}-${nameHash(feedKey(feed))}`;
  return fitting(name, name);
}

export function helmReleaseName(
  description: string,
  chart: { readonly namespace: string; readonly name: string },
): string {
  const name = `${description}-${chart.namespace}-${chart.name}`;
  return fitting(name, `${description}/${chart.namespace}/${chart.name}`);
}

export interface ManifestIdentity {
  readonly group: string;
  /** Plural, lower case. */
  readonly resource: string;
  readonly namespace?: string;
  readonly name: string;
}

/**
 * `isShared`: the hub serves this plural in another group too. Names that no Manifest may have (over 253 characters,
 * or with the `:` of RBAC) end in a hash.
 */
export function manifestName(
  { group, resource, namespace, name }: ManifestIdentity,
  isShared = false,
): string {
  const plain = namespace === undefined ? `${resource}.${name}` : `${resource}.${namespace}.${name}`;
  const identity = `${group}/${resource}/${namespace ?? ''}/${name}`;
  return isShared ? withHash(plain, identity) : fitting(plain, identity);
}

function fitting(name: string, identity: string): string {
  return name.length <= MAX_NAME_LENGTH && SUBDOMAIN.test(name) ? name : withHash(name, identity);
}

function withHash(name: string, identity: string): string {
  const readable = name
    .toLowerCase()
    .replaceAll(/[^-.a-z0-9]/g, '-')
    .slice(0, MAX_NAME_LENGTH - HASH_LENGTH - 1)
    .split('.')
    .map((part) => part.replaceAll(/^-+|-+$/g, ''))
    .filter((part) => part !== '')
    .join('.');
  return readable === '' ? nameHash(identity) : `${readable}-${nameHash(identity)}`;
}
