import { startClusters, type Cluster } from '@banyan/testing';
import type { FleetCluster, FleetTarget } from './fleet-target.ts';

/** Three real clusters that share an etcd and nothing else, with nodes that kwok plays. */
export async function startRealFleet(): Promise<FleetTarget> {
  const { clusters, stop } = await startClusters(3, { controllers: true, scheduler: true, kwokNodes: 2 });
  const [hub, one, two] = clusters;
  if (hub === undefined || one === undefined || two === undefined) throw new Error('there are not three');
  return {
    hub: fleetCluster(hub),
    members: [fleetCluster(one), fleetCluster(two)],
    isKwok: true,
    kubeconfigOf: (user) => hub.writeKubeconfig(user),
    stop,
  };
}

function fleetCluster({ kubeconfig, apiServer }: Cluster): FleetCluster {
  return {
    kubeconfig,
    killApiServer: () => apiServer.kill(),
    startApiServer: () => apiServer.start(),
    log: async () => '',
  };
}
