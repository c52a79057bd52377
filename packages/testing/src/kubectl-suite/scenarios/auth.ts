import type { Scenario } from '../scenario.ts';

export const auth: Scenario = {
  id: 'auth',
  name: 'auth tells who may do what',
  users: { jane: ['developers'] },
  files: {
    'roles.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: reconciled, namespace: auth }
rules:
  - { apiGroups: [""], resources: [pods], verbs: [get] }
`,
  },
  steps: [
    { run: 'create role editor --verb=get,list,update --resource=configmaps,deployments.apps' },
    { run: 'create rolebinding janes --role=editor --user=jane' },
    { run: 'create role logs --verb=get --resource=pods/log' },
    { run: 'create rolebinding team --role=logs --group=developers' },
    { run: 'auth can-i create pods' },
    { run: 'auth can-i --list' },
    { run: 'auth can-i get configmaps --as=jane' },
    { run: 'auth can-i delete configmaps --as=jane', exit: 1 },
    { run: 'auth can-i get configmaps --as=jane -n default', exit: 1 },
    { run: 'auth can-i get pods --subresource=log --as=joe', exit: 1 },
    { run: 'auth can-i get pods --subresource=log --as=joe --as-group=developers' },
    { run: 'auth can-i list nodes --as=jane', exit: 1 },
    { run: "auth can-i '*' '*'" },
    { run: 'auth can-i get /healthz --as=jane' },
    { run: 'auth can-i get /metrics --as=jane', exit: 1 },
    { run: 'auth can-i get configmaps --as=jane -q -n default', exit: 1 },
    { run: 'auth can-i get nosuchtype' },
    { run: 'auth can-i', exit: 1 },
    { run: 'auth can-i --list', as: 'jane', unordered: true },
    { run: 'auth whoami', as: 'jane' },
    { run: 'auth can-i update configmaps', as: 'jane' },
    { run: 'auth can-i update configmaps/one', as: 'jane' },
    { run: 'auth can-i create configmaps', as: 'jane', exit: 1 },
    { run: 'auth reconcile -f roles.yaml' },
    { run: 'auth reconcile -f roles.yaml' },
    { run: "get role reconciled -o jsonpath='{.rules}'" },
    { run: 'get configmaps -l nothing', as: 'jane' },
  ],
};
