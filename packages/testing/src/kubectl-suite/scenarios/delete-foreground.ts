import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const deleteForeground: Scenario = {
  id: 'delete-foreground',
  name: 'delete in the foreground waits until everything owned is gone',
  needs: ['controllers', 'kubelet'],
  files: {
    'web.yaml': deployment('web', { replicas: 2 }),
    'held.yaml': deployment('held'),
  },
  steps: [
    { run: 'create -f web.yaml' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'delete deployment web --cascade=foreground' },
    { run: 'get deployment,rs,pods -l app=web' },
    { run: 'create -f held.yaml' },
    { run: 'rollout status deployment/held', compare: 'last-line' },
    { run: 'delete deployment held --cascade=foreground --wait=false' },
    { run: 'wait --for=delete deployment/held --timeout=60s', compare: 'exit-code' },
    { run: 'get deployment held', exit: 1 },
  ],
};
