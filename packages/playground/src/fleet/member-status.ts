import { kubernetesVersion } from '@banyan/api';
import type { Node } from '@banyan/api/objects';
import { NODES } from '../cluster/resources.ts';
import { describeFaults } from '../faults/fault-state.ts';
import type { FleetMember } from './fleet-member.ts';

/** A member at one moment, as its own objects say; whether clients reach it is another matter. */
export interface MemberStatus {
  readonly name: string;
  readonly version: string;
  readonly server: string;
  readonly kubeconfig: string | undefined;
  readonly nodes: number;
  readonly readyNodes: number;
  /** One phrase each. */
  readonly faults: readonly string[];
}

export function memberStatus({ name, server, kubeconfig, cluster, faults }: FleetMember): MemberStatus {
  const nodes = [...cluster.objects.list(NODES)];
  return {
    name,
    version: kubernetesVersion(),
    server,
    kubeconfig,
    nodes: nodes.length,
    readyNodes: nodes.filter(isReady).length,
    faults: describeFaults(faults.state),
  };
}

function isReady({ status }: Readonly<Node>): boolean {
  return (
    status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ===
    true
  );
}
