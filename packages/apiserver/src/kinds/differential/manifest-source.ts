import type { GroupVersionKind } from '@banyan/api';
import type { Mutation } from './mutation.ts';
import { METADATA, OBJECT_NAMES } from './pod-mutations.ts';

/** A kind, a manifest that is accepted, and where in it what can be changed. */
export interface ManifestSource {
  readonly kind: GroupVersionKind;
  readonly resource: string;
  readonly namespaced: boolean;
  readonly base: object;
  readonly places: readonly (readonly [path: string, mutations: readonly Mutation[]])[];
  /** Of kinds whose `/status` is asked too: what it is before an update, and what can be changed of it. */
  readonly status?: { readonly before: object; readonly mutations: readonly Mutation[] };
}

const ofObject: ManifestSource['places'] = [
  ['metadata', METADATA],
  ['metadata', OBJECT_NAMES],
];

export function source(
  [group, version, kind, resource]: readonly [string, string, string, string],
  content: object,
  places: ManifestSource['places'],
): ManifestSource {
  const base = { metadata: { name: 'one' }, ...content };
  const all = [...places, ...ofObject];
  return { kind: { group, version, kind }, resource, namespaced: true, base, places: all };
}

/** The same of a kind without namespaces. */
export function clusterSource(...args: Parameters<typeof source>): ManifestSource {
  return { ...source(...args), namespaced: false };
}

/** The same, with a `/status` that is asked. */
export function withStatus(
  of: ManifestSource,
  before: object,
  mutations: readonly Mutation[],
): ManifestSource {
  return { ...of, status: { before, mutations } };
}
