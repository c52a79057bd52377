import { pod } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const attach: Scenario = {
  id: 'attach',
  name: 'attach joins a running container',
  needs: ['controllers', 'kubelet'],
  files: {
    'app.yaml': pod('app'),
  },
  steps: [
    { run: 'create -f app.yaml' },
    { run: 'wait --for=condition=Ready pod/app --timeout=60s' },
    { run: 'attach app', follow: { lines: 1, stream: 'stderr' } },
    { run: 'attach app -c nosuch', exit: 1 },
    { run: 'attach nosuch', exit: 1 },
    { run: 'attach', exit: 1 },
  ],
};
