import {
  mirroredBuiltIn,
  mirroredCustom,
  plainResource,
  type ResourceStorage,
  type ServedResource,
} from '@banyan/apiserver';
import type { KubeObject } from '@banyan/api';
import type { TemplateKind } from './manifest-storage.ts';
import { mayBeTemplates, parentResources, type ParentResource } from './parent-kinds.ts';
import type { ParentState } from './template-catalogue.ts';

/** Something that there may be templates of. */
export interface TemplateSource {
  /** In the version in which templates are kept. */
  readonly kind: TemplateKind;
  /** Another one: it must be served anew. */
  readonly signature: string;
  /** In every version, the kept one first. Watches end when the signal aborts. */
  readonly resources: (storage: ResourceStorage, retired: AbortSignal) => ServedResource[];
}

/** In the parent's order of preference: its own, those of other servers, then definitions by their groups. */
export function templateSources({ groups, aggregated, definitions }: ParentState): TemplateSource[] {
  const own = parentResources(groups, aggregated).flatMap((one) => ownSource(one));
  const known = new Set(own.map(({ kind }) => `${kind.resource}.${kind.group}`));
  const custom = definitions
    .flatMap((one) => customSource(one))
    .filter(({ kind }) => mayBeTemplates(kind) && !known.has(`${kind.resource}.${kind.group}`))
    .toSorted((one, other) => (one.kind.group < other.kind.group ? -1 : 1));
  return [...own, ...custom];
}

function ownSource({ group, resource, versions }: ParentResource): TemplateSource[] {
  const [preferred] = versions;
  if (preferred === undefined) return [];
  const { version, kind, namespaced, singular, shortNames, categories } = preferred;
  const names = versions.map((one) => one.version);
  return [
    {
      kind: { group, version, kind, resource, namespaced },
      signature: names.join(),
      resources: (storage) => {
        const known = mirroredBuiltIn({ group, resource }, names, storage);
        if (known.length > 0) return known;
        const words = { singular, shortNames, categories };
        return [plainResource({ group, version, resource, kind, namespaced, ...words, storage })];
      },
    },
  ];
}

function customSource(definition: Readonly<KubeObject>): TemplateSource[] {
  const mirrored = mirroredCustom(definition);
  if (mirrored === undefined) return [];
  const { uid = '', generation = 0 } = definition.metadata;
  const { group, version, kind, resource, namespaced, resources } = mirrored;
  return [
    {
      kind: { group, version, kind, resource, namespaced },
      signature: `${uid}/${generation}/${resource}/${kind}`,
      resources: (storage, retired) =>
        resources(storage, retired).toSorted(
          (one, other) => Number(other.version === version) - Number(one.version === version),
        ),
    },
  ];
}
