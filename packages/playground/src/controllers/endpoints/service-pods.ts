import { isDeepStrictEqual } from 'node:util';
import { matchesLabelSelector } from '@banyan/api';
import type { Pod } from '@banyan/api/objects';
import {
  keyOf,
  type ClusterObjects,
  type ObjectEvent,
  type ObjectKey,
} from '../../cluster/cluster-objects.ts';
import { SERVICES } from '../../cluster/resources.ts';
import { isReady } from '../pods/pod-facts.ts';

function isSelected(selector: Record<string, string> | undefined, { metadata }: Readonly<Pod>): boolean {
  return selector !== undefined && matchesLabelSelector({ matchLabels: selector }, metadata.labels);
}

/** The Services that have to look again when something happened to a pod. */
export function servicesConcerned(
  objects: ClusterObjects,
  { type, object, old }: ObjectEvent<Pod>,
): ObjectKey[] {
  if (type === 'MODIFIED' && old !== undefined && isDeepStrictEqual(shown(old), shown(object))) return [];
  return [...objects.list(SERVICES, object.metadata.namespace)]
    .filter(
      ({ spec }) =>
        isSelected(spec?.selector, object) || (old !== undefined && isSelected(spec?.selector, old)),
    )
    .map(keyOf);
}

/** What a Service's clients can notice of a pod. */
function shown(pod: Readonly<Pod>): unknown {
  const { metadata, spec, status } = pod;
  return [
    metadata.labels,
    metadata.deletionTimestamp !== undefined,
    isReady(pod),
    status?.podIPs,
    status?.phase === 'Succeeded' || status?.phase === 'Failed',
    spec.nodeName,
  ];
}
