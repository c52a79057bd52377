export { FakeClock } from './clock/fake-clock.ts';
export { ALL_CASES } from './contract/all-cases.ts';
export { caseKey, type Capability, type ContractCase } from './contract/contract-case.ts';
export { CONTRACT_ROWS, CONTRACT_ROW_NAMES, type ContractRow } from './contract/contract-rows.ts';
export { clusterTarget, type Caller, type ContractTarget } from './contract/contract-target.ts';
export { coverageTable, replaceCoverageTable } from './contract/coverage-table.ts';
export { problemsOf } from './contract/judge-outcome.ts';
export { runOnRealKubernetes } from './contract/record-contract.ts';
export { runCase, runCases, type CaseOutcome } from './contract/run-cases.ts';
export { printRow, readTranscripts, transcriptFile } from './contract/transcript-files.ts';
export { type Json, type RecordedExchange, type Transcript } from './contract/transcript.ts';
export { buildKubeBinaries } from './kubernetes/build-kube-binaries.ts';
export { Cluster, type KubectlResult } from './kubernetes/cluster.ts';
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
export { ServerProcess } from './kubernetes/server-process.ts';
export {
  startCluster,
  startClusters,
  temporaryFolder,
  type ClusterOptions,
} from './kubernetes/start-cluster.ts';
