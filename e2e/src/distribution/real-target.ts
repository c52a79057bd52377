import { startClusters, type Cluster } from '@banyan/testing';
import type { TroubledCluster, TroubledTarget } from './troubled-target.ts';

/** Six real clusters that share an etcd and nothing else: one is the hub's. */
export async function startRealTarget(): Promise<TroubledTarget> {
  const { clusters, stop } = await startClusters(6, { controllers: true });
  const [hub, one, two, ...others] = clusters;
  if (hub === undefined || one === undefined || two === undefined) throw new Error('there are not enough');
  return {
    hub: troubled(hub),
    members: [troubled(one), troubled(two), ...others.map(troubled)],
    faults: [
      'hub-killed',
      'agent-killed',
      'hub-api-killed',
      'member-api-killed',
      'member-away',
      'mode-switched',
      'member-meddled',
    ],
    isKwok: false,
    kubeconfigOf: (user) => hub.writeKubeconfig(user),
    stop,
  };
}

/** Who is cut off has no API server. */
function troubled({ kubeconfig, apiServer }: Cluster): TroubledCluster {
  return {
    kubeconfig,
    killApiServer: () => apiServer.kill(),
    startApiServer: () => apiServer.start(),
    log: async () => '',
    cut: () => apiServer.kill(),
    storm: () => Promise.reject(new Error('a real API server refuses nothing on demand')),
    heal: async () => {
      if (apiServer.pid === undefined) await apiServer.start();
    },
  };
}
