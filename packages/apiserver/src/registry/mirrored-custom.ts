import type { KubeObject } from '@banyan/api';
import { isTrue } from '../custom/definitions/definition-conditions.ts';
import type { Definition } from '../custom/definitions/definition.ts';
import { customResources } from '../custom/serving/custom-resource.ts';
import { compareVersions } from '../discovery/version-priority.ts';
import type { ResourceStorage } from './resource-storage.ts';
import type { ServedResource } from './served-resource.ts';

/** What a CustomResourceDefinition of another cluster says of its resource. */
export interface MirroredDefinition {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** The one that is kept. */
  readonly version: string;
  /** In every version that is served, without `/status`; watches end when the signal aborts. */
  readonly resources: (storage: ResourceStorage, retired: AbortSignal) => ServedResource[];
}

/**
 * Of a definition as its cluster shows it; objects are kept elsewhere, in the version that Kubernetes prefers. Undefined:
 * it is not in force.
 */
export function mirroredCustom(object: Readonly<KubeObject>): MirroredDefinition | undefined {
  const definition = object as Readonly<Definition>;
  const isInForce = definition.metadata.deletionTimestamp === undefined;
  if (!isInForce || definition.status === undefined || !isTrue(definition, 'Established')) return undefined;
  const { spec, status } = definition;
  const versions = (spec.versions ?? []).filter(({ served }) => served);
  const [preferred] = versions.toSorted((one, other) => compareVersions(one.name, other.name));
  if (preferred === undefined) return undefined;
  const kept = (spec.versions ?? []).map((one) => ({ ...one, storage: one.name === preferred.name }));
  const { plural, kind } = status.acceptedNames;
  return {
    group: spec.group,
    resource: plural,
    kind,
    namespaced: spec.scope === 'Namespaced',
    version: preferred.name,
    resources: (storage, retired) => {
      const shown: Definition = { ...definition, spec: { ...spec, versions: kept } };
      const { served } = customResources(shown, { kept: storage, retired, current: () => shown });
      return served.map((one) => withoutStatus(one));
    },
  };
}

/** With getters as they are: schemas are read when they are first needed. */
function withoutStatus(resource: ServedResource): ServedResource {
  const subresources = new Map([...resource.subresources].filter(([name]) => name !== 'status'));
  const fields = {
    ...Object.getOwnPropertyDescriptors(resource),
    subresources: { value: subresources, enumerable: true },
  };
  return Object.defineProperties({}, fields) as ServedResource;
}
