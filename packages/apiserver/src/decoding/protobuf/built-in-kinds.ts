import { kubernetesResources, type GroupVersionKind, type KubernetesResource } from '@banyan/api';
import { structOfKind } from '../typed/go-objects.ts';

/** Every kind that the body of a request may be of, each once, in a fixed order. */
export function builtInKinds(): GroupVersionKind[] {
  const all: GroupVersionKind[] = [
    ...kubernetesResources().flatMap(kindsOf),
    ...['DeleteOptions', 'Status'].map((kind) => ({ group: '', version: 'v1', kind })),
  ];
  const byName = new Map(all.map((kind) => [`${kind.group}/${kind.version} ${kind.kind}`, kind]));
  return [...byName]
    .filter(([, kind]) => structOfKind(kind) !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, kind]) => kind);
}

/** A resource's own kind, and those of what is below its objects. */
function kindsOf({ group, version, kind, subresources = [] }: KubernetesResource): GroupVersionKind[] {
  const below = subresources.map((each) => ({
    group: each.kindGroup ?? group,
    version: each.kindVersion ?? version,
    kind: each.kind ?? kind,
  }));
  return [{ group, version, kind }, ...below];
}
