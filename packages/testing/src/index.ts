export { FakeClock } from './clock/fake-clock.ts';
export { kubernetesE2eTests } from './kubernetes/build-e2e-tests.ts';
export { remotedialerAgent } from './kubernetes/build-remotedialer-agent.ts';
export { buildKubeBinaries } from './kubernetes/build-kube-binaries.ts';
export { Cluster, ClusterAccess, type KubectlResult } from './kubernetes/cluster.ts';
export { createPki, type ClusterPki } from './kubernetes/cluster-pki.ts';
export { compactEtcd, startEtcd, type Etcd } from './kubernetes/etcd.ts';
export { freePort } from './kubernetes/free-port.ts';
export {
  httpsExchange,
  httpsOpen,
  type HttpsPeer,
  type HttpsRequest,
  type HttpsResponse,
} from './kubernetes/https-request.ts';
export {
  ETCD_VERSION,
  KUBERNETES_VERSION,
  KWOK_VERSION,
  findKubeBinDir,
  isOnPath,
  kubeCacheDir,
  kubeProgram,
  type KubeProgram,
} from './kubernetes/kube-binaries.ts';
export { KWOK_LOG_LINES } from './kubernetes/kwok.ts';
export { tellReaper } from './kubernetes/reaper.ts';
export { ServerProcess } from './kubernetes/server-process.ts';
export {
  startCluster,
  startClusters,
  startControlPlane,
  temporaryFolder,
  type ClusterOptions,
} from './kubernetes/start-cluster.ts';
export { eventually } from './wait/eventually.ts';
