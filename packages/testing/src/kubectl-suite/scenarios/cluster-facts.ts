import type { Scenario } from '../scenario.ts';

export const clusterFacts: Scenario = {
  id: 'cluster-facts',
  name: 'kubectl shows the versions, the address of the control plane and who one is',
  alone: true,
  steps: [
    { run: 'version' },
    { run: 'version --client' },
    { run: 'cluster-info' },
    { run: 'auth whoami' },
    { run: "auth whoami -o jsonpath='{.status.userInfo.username}'" },
    { run: 'config current-context' },
    { run: "config view -o jsonpath='{.clusters[0].cluster.server}'" },
    { run: 'get --raw /healthz' },
    { run: 'get --raw /readyz/ping' },
    { run: 'get --raw /no/such/path', exit: 1 },
  ],
};
