import { matchesLabelSelector } from '@banyan/api';
import type { Pod } from '@banyan/api/objects';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import { PODS } from '../../cluster/resources.ts';

/** The pods of a namespace that have all of these labels, found by the rarest, in the order of their names. */
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
  return byLabel
    .get(rarest)
    .filter(({ metadata }) => matchesLabelSelector({ matchLabels: { ...labels } }, metadata.labels))
    .toSorted((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1));
}

function labelKey(namespace: string | undefined, [key, value]: [string, string]): string {
  return `${namespace}/${key}=${value}`;
}
