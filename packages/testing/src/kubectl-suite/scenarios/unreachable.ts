import { configMap } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const unreachable: Scenario = {
  id: 'unreachable',
  name: 'kubectl says that it cannot reach a server, and which',
  files: {
    'one.yaml': configMap('one', { a: '1' }),
    'nonsense.kubeconfig': `not: [a kubeconfig
`,
  },
  steps: [
    { run: 'get configmaps --server=https://127.0.0.1:1', exit: 1 },
    { run: 'apply -f one.yaml --server=https://127.0.0.1:1', exit: 1 },
    { run: 'version --server=https://127.0.0.1:1', exit: 1 },
    { run: 'get configmaps --kubeconfig=nosuch.kubeconfig', exit: 1 },
    { run: 'get configmaps --user=nosuch', exit: 1 },
    { run: 'get configmaps --cluster=nosuch', exit: 1 },
    { run: 'get configmaps --kubeconfig=nonsense.kubeconfig', exit: 1 },
  ],
};
