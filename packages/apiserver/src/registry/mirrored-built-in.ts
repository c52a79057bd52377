import {
  formatApiVersion,
  kubernetesResources,
  kubernetesSchema,
  type KubernetesResource,
} from '@banyan/api';
import type { Schema } from '@banyan/patch';
import type { GroupResource } from '../errors/api-error.ts';
import { builtInStrategies } from '../kinds/built-in-strategies.ts';
import { EMPTY_ENVIRONMENT } from '../kinds/kind-environment.ts';
import type { StoredForm } from '../kinds/kind-rules.ts';
import { strategyOf } from '../kinds/kind-strategy.ts';
import { builtInScale } from '../subresources/scale/built-in-scale.ts';
import { builtInColumns } from '../tables/built-in-columns.ts';
import { ordered } from './object-draft.ts';
import type { ResourceStorage } from './resource-storage.ts';
import type { ResourceStrategy, ServedResource, ServedSubresource, Verb } from './served-resource.ts';
import { withConversions } from './version-conversion.ts';

/**
 * A built-in resource of another cluster, whose objects are kept elsewhere and never run: forms, merging, columns and
 * Scale are Kubernetes' own; what is valid, and what defaults there are, is for `storage` to say. No status.
 * `versions` are those of the other cluster, the one that is kept first. Empty: that one is not known here.
 */
export function mirroredBuiltIn(
  of: GroupResource,
  versions: readonly string[],
  storage: ResourceStorage,
): ServedResource[] {
  const known = kubernetesResources().filter(
    ({ group, resource }) => group === of.group && resource === of.resource,
  );
  const formOf = builtInStrategies(EMPTY_ENVIRONMENT);
  const [preferred = ''] = versions;
  const kept = known.find(({ version }) => version === preferred);
  if (kept === undefined || formOf(kept).stored !== undefined) return [];
  const served = versions.flatMap((version) => known.filter((one) => one.version === version));
  return withConversions(
    served.map((one) => {
      const { stored, main } = formOf(one);
      const resource = mirrored(one, { kept, stored, main, storage });
      return { resource, place: one.resource, isConverted: stored !== undefined };
    }),
  );
}

interface Mirror {
  readonly kept: KubernetesResource;
  readonly stored: StoredForm | undefined;
  /** As a cluster of its own would have it. */
  readonly main: ResourceStrategy;
  readonly storage: ResourceStorage;
}

function mirrored(resource: KubernetesResource, { kept, stored, main, storage }: Mirror): ServedResource {
  const { group, version, kind, namespaced } = resource;
  const [apiVersion, keptVersion] = [formatApiVersion(resource), formatApiVersion(kept)];
  const strategy = strategyOf({
    kind: { group, version, kind },
    namespaced,
    generation: 'spec, or all but metadata',
    hasStatus: true,
    selectableFields: (object) => main.selectableFields?.(object) ?? {},
  });
  return {
    group,
    version,
    resource: resource.resource,
    kind,
    listKind: `${kind}List`,
    singular: resource.singular,
    shortNames: resource.shortNames ?? [],
    categories: resource.categories ?? [],
    namespaced,
    verbs: resource.verbs as readonly Verb[],
    schema: kubernetesSchema(resource) as Schema | undefined,
    storage,
    strategy,
    columns: builtInColumns(resource),
    subresources: scaleOf(resource),
    fromStorage:
      stored?.fromStorage ??
      ((object) => (object.apiVersion === apiVersion ? object : { ...object, apiVersion })),
    toStorage: (object) =>
      ordered(stored === undefined ? { ...object, apiVersion: keptVersion } : stored.toStorage(object)),
  };
}

function scaleOf({ group, subresources = [] }: KubernetesResource): ReadonlyMap<string, ServedSubresource> {
  const found = subresources.find(({ subresource }) => subresource === 'scale');
  if (found === undefined) return new Map();
  const scale: ServedSubresource = {
    name: 'scale',
    group: found.kindGroup ?? group,
    version: found.kindVersion ?? 'v1',
    kind: found.kind ?? 'Scale',
    verbs: found.verbs as readonly Verb[],
    scale: builtInScale(group === '' ? '' : 'apps'),
  };
  return new Map([['scale', scale]]);
}
