import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const rolloutStuck: Scenario = {
  id: 'rollout-stuck',
  name: 'a rollout that does not go on is reported as such',
  needs: ['controllers', 'kubelet'],
  files: {
    'stuck.yaml': deployment('stuck').replace(
      '    spec:\n      containers',
      '    spec:\n      nodeSelector: { kubernetes.io/hostname: nowhere }\n      containers',
    ),
  },
  steps: [
    { run: 'create -f stuck.yaml' },
    { run: 'get deployment stuck', until: '0/1     1' },
    { run: 'rollout status deployment/stuck --timeout=3s', exit: 1 },
    { run: 'wait --for=condition=Available deployment/stuck --timeout=1s', exit: 1 },
    {
      run: 'get pods -l app=stuck -o custom-columns=PHASE:.status.phase,NODE:.spec.nodeName,REASON:.status.conditions[0].reason',
      until: 'Unschedulable',
    },
    { run: 'delete deployment stuck' },
  ],
};
