import {
  CLUSTER_ID_LABEL,
  CLUSTER_NAME_LABEL,
  CONFIG_KIND_LABEL,
  CONFIG_NAME_LABEL,
  CONFIG_NAMESPACE_LABEL,
  CONFIG_UID_LABEL,
  CREATED_BY_LABEL,
  SUBSCRIPTION_NAME_LABEL,
  SUBSCRIPTION_NAMESPACE_LABEL,
  SUBSCRIPTION_UID_LABEL,
} from '@banyan/api/clusternet';
import type { KubeObject } from '@banyan/api';
import type { Member } from '../../words/member.ts';

/** What Clusternet's users select our objects by. */
export const CREATED_BY = 'clusternet-controller-manager';
/** Of a label's value. Longer names are left out: the uid beside them finds the object too. */
const MAX_LENGTH = 63;

/** The labels of an object that was made from another for a member. */
export function labelsOf(source: KubeObject, member: Pick<Member, 'name' | 'id'>): Record<string, string> {
  const { name, namespace, uid } = source.metadata;
  return fitting({
    [CREATED_BY_LABEL]: CREATED_BY,
    [CLUSTER_ID_LABEL]: member.id,
    [CLUSTER_NAME_LABEL]: member.name,
    [CONFIG_KIND_LABEL]: source.kind,
    [CONFIG_NAME_LABEL]: name,
    [CONFIG_NAMESPACE_LABEL]: namespace,
    [CONFIG_UID_LABEL]: uid,
  });
}

export function subscriptionLabels({ metadata }: Pick<KubeObject, 'metadata'>): Record<string, string> {
  return fitting({
    [SUBSCRIPTION_NAME_LABEL]: metadata.name,
    [SUBSCRIPTION_NAMESPACE_LABEL]: metadata.namespace,
    [SUBSCRIPTION_UID_LABEL]: metadata.uid,
  });
}

/** Those of `subscriptionLabels` that an object carries, to be handed on. */
export function inheritedLabels({ metadata }: KubeObject): Record<string, string> {
  const { labels = {} } = metadata;
  return fitting({
    [SUBSCRIPTION_NAME_LABEL]: labels[SUBSCRIPTION_NAME_LABEL],
    [SUBSCRIPTION_NAMESPACE_LABEL]: labels[SUBSCRIPTION_NAMESPACE_LABEL],
    [SUBSCRIPTION_UID_LABEL]: labels[SUBSCRIPTION_UID_LABEL],
  });
}

function fitting(labels: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(labels)) {
    if (value !== undefined && value.length <= MAX_LENGTH) kept[key] = value;
  }
  return kept;
}
