import { parseApiVersion, type KubeObject, type ObjectMeta } from '@banyan/api';
import {
  APPS_API_VERSION,
  CONFIG_GROUP_LABEL,
  CONFIG_KIND_LABEL,
  CONFIG_NAME_LABEL,
  CONFIG_NAMESPACE_LABEL,
  CONFIG_VERSION_LABEL,
  CREATED_BY_LABEL,
  FEED_PROTECTION,
  nameHash,
  RESERVED_NAMESPACE,
  type Manifest,
} from '@banyan/api/clusternet';

const CREATED_BY = 'clusternet-hub';
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;
const CONFIG_LABELS: readonly string[] = [
  CONFIG_GROUP_LABEL,
  CONFIG_VERSION_LABEL,
  CONFIG_KIND_LABEL,
  CONFIG_NAME_LABEL,
  CONFIG_NAMESPACE_LABEL,
];

/** Chooses the Manifests of one kind, in one namespace or all. */
export function manifestSelector(
  { group, kind }: { readonly group: string; readonly kind: string },
  namespace: string | undefined,
): string {
  const terms = [`${CONFIG_GROUP_LABEL}=${labelValue(group)}`, `${CONFIG_KIND_LABEL}=${kind}`];
  if (namespace !== undefined) terms.push(`${CONFIG_NAMESPACE_LABEL}=${namespace}`);
  return terms.join(',');
}

/** The template as its users see it: who it is and how old is what the Manifest says. */
export function templateOf(manifest: Readonly<Manifest>, apiVersion: string): KubeObject {
  const { apiVersion: _, kind, metadata: own, ...fields } = manifest.template;
  const { uid, resourceVersion, generation, creationTimestamp } = manifest.metadata;
  const { deletionTimestamp, deletionGracePeriodSeconds } = manifest.metadata;
  const annotations = shownAnnotations(own.annotations, manifest.metadata.annotations?.[FEED_PROTECTION]);
  // What holds a template that is being deleted holds its Manifest.
  const finalizers =
    deletionTimestamp === undefined
      ? own.finalizers
      : [...(own.finalizers ?? []), ...(manifest.metadata.finalizers ?? [])];
  const metadata: ObjectMeta = {
    ...(own.name !== undefined && { name: own.name }),
    ...(own.namespace !== undefined && { namespace: own.namespace }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(generation !== undefined && { generation }),
    ...(creationTimestamp !== undefined && { creationTimestamp }),
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
    ...(deletionTimestamp !== undefined && { deletionGracePeriodSeconds: deletionGracePeriodSeconds ?? 0 }),
    ...(own.labels !== undefined && { labels: own.labels }),
    ...(annotations !== undefined && { annotations }),
    ...(finalizers !== undefined && finalizers.length > 0 && { finalizers }),
    ...(own.managedFields !== undefined && { managedFields: own.managedFields }),
  };
  return { kind, apiVersion, metadata, ...fields };
}

function shownAnnotations(
  own: Record<string, string> | undefined,
  protection: string | undefined,
): Record<string, string> | undefined {
  return protection === undefined ? own : { ...own, [FEED_PROTECTION]: protection };
}

/** The label that everything has that came in here, also in members. */
export function withCreatedBy(object: KubeObject): KubeObject {
  const { metadata } = object;
  const labels = { ...metadata.labels, [CREATED_BY_LABEL]: CREATED_BY };
  return { ...object, metadata: { ...metadata, labels } };
}

/** The Manifest that keeps a template from now on. `current` is the one that keeps it now. */
export function manifestOf(
  template: Readonly<KubeObject>,
  { name, current }: { readonly name: string; readonly current: Readonly<Manifest> | undefined },
): Manifest {
  const { group, version } = parseApiVersion(template.apiVersion);
  const { metadata } = template;
  const labels = {
    ...labelsOfOthers(current),
    ...metadata.labels,
    [CONFIG_GROUP_LABEL]: labelValue(group),
    [CONFIG_VERSION_LABEL]: version,
    [CONFIG_KIND_LABEL]: template.kind,
    // Who is looked for by name is found by the Manifest's own.
    ...(LABEL_VALUE.test(metadata.name ?? '') && { [CONFIG_NAME_LABEL]: metadata.name ?? '' }),
    ...(metadata.namespace !== undefined && { [CONFIG_NAMESPACE_LABEL]: metadata.namespace }),
  };
  return {
    apiVersion: APPS_API_VERSION,
    kind: 'Manifest',
    metadata: { ...current?.metadata, name, namespace: RESERVED_NAMESPACE, labels },
    template: withoutHolds(template, current),
  };
}

/** Labels of the Manifest that are neither of the template nor about it. */
function labelsOfOthers(current: Readonly<Manifest> | undefined): Record<string, string> {
  const own = current?.template.metadata.labels ?? {};
  const others = Object.entries(current?.metadata.labels ?? {}).filter(
    ([key]) => !Object.hasOwn(own, key) && !CONFIG_LABELS.includes(key),
  );
  return Object.fromEntries(others);
}

/** Finalizers that are shown of the Manifest stay the Manifest's. */
function withoutHolds(template: Readonly<KubeObject>, current: Readonly<Manifest> | undefined): KubeObject {
  const holds = current?.metadata.finalizers ?? [];
  const before = current?.template.metadata.finalizers ?? [];
  const { finalizers, ...metadata } = template.metadata;
  if (finalizers === undefined || current?.metadata.deletionTimestamp === undefined) return { ...template };
  const own = finalizers.filter((one) => before.includes(one) || !holds.includes(one));
  return { ...template, metadata: { ...metadata, ...(own.length > 0 && { finalizers: own }) } };
}

function labelValue(text: string): string {
  return LABEL_VALUE.test(text) ? text : nameHash(text);
}
