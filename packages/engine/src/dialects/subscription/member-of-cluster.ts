import { LEAVE_ANNOTATION } from '@banyan/api/banyan';
import { UNSCHEDULABLE_TAINT, type ManagedCluster } from '@banyan/api/clusternet';
import type { Member } from '../../words/member.ts';

/** A ManagedCluster in the engine's words. */
export function memberOfCluster({ metadata, spec, status = {} }: ManagedCluster): Member {
  const { name = '', namespace = '', labels = {}, annotations = {} } = metadata;
  const isLeaving = metadata.deletionTimestamp !== undefined || LEAVE_ANNOTATION in annotations;
  const ready = status.conditions?.find(({ type }) => type === 'Ready')?.status;
  return {
    name,
    namespace,
    id: spec.clusterId,
    labels,
    taints: spec.taints ?? [],
    stateTaint: UNSCHEDULABLE_TAINT,
    state: isLeaving ? 'leaving' : ready === 'True' ? 'ready' : 'not-ready',
    facts: factsOf({
      type: spec.clusterType,
      version: status.k8sVersion,
      platform: status.platform,
      apiserverURL: status.apiserverURL,
      clusterCIDR: status.clusterCIDR,
      serviceCIDR: status.serviceCIDR,
    }),
  };
}

function factsOf(facts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const known = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined);
  return Object.fromEntries(known);
}
