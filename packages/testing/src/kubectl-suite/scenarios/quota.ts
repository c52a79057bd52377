import type { Scenario } from '../scenario.ts';

export const quota: Scenario = {
  id: 'quota',
  name: 'a quota refuses what would go over it',
  needs: ['controllers', 'kubelet'],
  steps: [
    { run: 'create quota small --hard=configmaps=3,count/deployments.apps=1' },
    { run: "get quota small -o jsonpath='{.status.used}'", until: '"configmaps":"1"' },
    { run: 'create configmap one' },
    { run: 'create configmap two' },
    { run: 'create configmap three', exit: 1 },
    { run: 'get quota small', until: 'configmaps: 3/3' },
    { run: 'describe quota small' },
    { run: 'create deployment web --image=web:1 --replicas=0' },
    { run: 'create deployment api --image=api:1', exit: 1 },
    { run: 'delete configmap two' },
    { run: 'create configmap three', until: '' },
    { run: 'delete quota small' },
  ],
};
