import type { Scenario } from '../scenario.ts';

export const namespaces: Scenario = {
  id: 'namespaces',
  name: 'a namespace takes what is in it along when it is deleted',
  needs: ['controllers', 'kubelet'],
  steps: [
    { run: 'create namespace namespaces-2' },
    { run: 'get namespace namespaces-2' },
    { run: 'create configmap one -n namespaces-2' },
    { run: 'create deployment web --image=web:1 -n namespaces-2' },
    { run: 'rollout status deployment/web -n namespaces-2', compare: 'last-line' },
    { run: 'get cm kube-root-ca.crt -n namespaces-2', until: 'kube-root' },
    { run: 'describe namespace namespaces-2' },
    { run: 'delete namespace namespaces-2' },
    { run: 'get namespace namespaces-2', exit: 1 },
    { run: 'get cm -n namespaces-2' },
    { run: 'create configmap two -n namespaces-2', exit: 1 },
    { run: 'delete namespace kube-system', exit: 1 },
    { run: 'create namespace Bad_Name', exit: 1 },
  ],
};
