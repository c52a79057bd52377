import type { KubeObject } from '@banyan/api';

/** Namespaces that objects go into and that are not among them: they have to be there, or be made, first. */
export function neededNamespaces(objects: Iterable<KubeObject>): string[] {
  const needed = new Set<string>();
  const own = new Set<string>();
  for (const { apiVersion, kind, metadata } of objects) {
    if (metadata.namespace !== undefined && metadata.namespace !== '') needed.add(metadata.namespace);
    if (apiVersion === 'v1' && kind === 'Namespace') own.add(metadata.name ?? '');
  }
  return [...needed].filter((name) => !own.has(name)).sort();
}
