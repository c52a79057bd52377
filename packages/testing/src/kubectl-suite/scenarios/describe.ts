import { configMap } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const describe: Scenario = {
  id: 'describe',
  name: 'describe tells about objects that nothing runs',
  files: {
    'lines.txt': `first
second
`,
    'web.yaml': `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: keep }
spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
`,
    'limits.yaml': `apiVersion: v1
kind: LimitRange
metadata: { name: limits }
spec:
  limits:
    - { type: Container, default: { cpu: 100m }, max: { memory: 1Gi } }
`,
    'setup.yaml': configMap('setup', {}),
  },
  steps: [
    { run: 'create configmap settings --from-literal=mode=fast --from-file=lines.txt' },
    { run: 'create configmap setup' },
    { run: 'describe cm settings' },
    { run: 'describe cm set' },
    { run: 'create secret generic password --from-literal=password=swordfish' },
    { run: 'describe secret password' },
    { run: 'create serviceaccount robot' },
    { run: 'describe sa robot' },
    { run: 'create role reader --verb=get,list --resource=pods' },
    { run: 'create rolebinding readers --role=reader --user=jane' },
    { run: 'describe role,rolebinding' },
    { run: 'create -f web.yaml' },
    { run: 'create -f limits.yaml' },
    { run: 'describe limits limits', unordered: true },
    { run: 'describe sa -l nosuch=x' },
    { run: 'describe cm nosuch', exit: 1 },
    { run: 'describe nosuchtype', exit: 1 },
    { run: 'describe cm -l nosuch=x' },
    { run: 'label cm settings a=b' },
    { run: 'describe cm -l a=b' },
    { run: 'describe namespace describe', unordered: true },
    { run: 'annotate cm setup note=text' },
    { run: 'describe -f setup.yaml' },
  ],
};
