import type { Pod } from '@banyan/api/objects';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import { PODS } from '../../cluster/resources.ts';

/** The pods of a namespace that have all of these labels, found by the rarest; in no particular order. */
export function podsLabelled(
  objects: ClusterObjects,
  namespace: string | undefined,
  labels: Readonly<Record<string, string>>,
): Readonly<Pod>[] {
  const wanted = Object.entries(labels);
  if (wanted.length === 0) return [...objects.list(PODS, namespace)];
  const byLabel = objects.indexed(PODS, 'label', ({ metadata }) =>
    Object.entries(metadata.labels ?? {}).map((label) => labelKey(metadata.namespace, label)),
  );
  const keys = wanted.map((label) => labelKey(namespace, label));
  const rarest = keys.toSorted((a, b) => byLabel.count(a) - byLabel.count(b))[0] ?? '';
  const found = byLabel.get(rarest);
  if (wanted.length === 1) return found;
  return found.filter(({ metadata }) => wanted.every(([key, value]) => metadata.labels?.[key] === value));
}

function labelKey(namespace: string | undefined, [key, value]: [string, string]): string {
  return `${namespace}/${key}=${value}`;
}
