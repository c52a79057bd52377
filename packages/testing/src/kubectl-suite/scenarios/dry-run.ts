import { configMap, deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const dryRun: Scenario = {
  id: 'dry-run',
  name: '--dry-run answers as if it were done and changes nothing',
  files: {
    'one.yaml': configMap('one', { a: '2' }),
    'invalid.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: Bad_Name }
`,
    'web.yaml': deployment('web'),
  },
  steps: [
    { run: 'create configmap one --from-literal=a=1 --dry-run=server' },
    { run: 'create configmap one --from-literal=a=1 --dry-run=client -o yaml' },
    { run: 'get cm one', exit: 1 },
    { run: 'create deployment web --image=web:1 --replicas=2 --port=8080 --dry-run=client -o yaml' },
    { run: 'create deployment web --image=web:1 --dry-run=server -o yaml' },
    { run: 'create configmap one --from-literal=a=1' },
    { run: 'create configmap one --from-literal=a=1 --dry-run=server', exit: 1 },
    { run: 'create configmap one --dry-run=client' },
    { run: `patch cm one --type=merge -p '{"data":{"a":"2"}}' --dry-run=server -o yaml` },
    { run: 'label cm one x=y --dry-run=server' },
    { run: 'annotate cm one x=y --dry-run=client' },
    { run: 'apply -f one.yaml --dry-run=server' },
    { run: 'apply -f one.yaml --dry-run=server --server-side', exit: 1 },
    { run: 'replace -f one.yaml --dry-run=server' },
    { run: 'delete cm one --dry-run=server' },
    { run: 'delete cm one --dry-run=client' },
    { run: 'get cm one -o yaml' },
    { run: 'create configmap x --dry-run=maybe', exit: 1 },
    { run: 'run web --image=web:1 --dry-run=server -o yaml' },
    { run: 'run web --image=web:1 --dry-run=client -o yaml --labels=a=b --env=C=d --command -- sleep 1' },
    { run: 'apply -f invalid.yaml --dry-run=server', exit: 1 },
    { run: 'apply -f invalid.yaml --dry-run=client' },
    { run: 'set env --local -f web.yaml A=b -o yaml' },
  ],
};
