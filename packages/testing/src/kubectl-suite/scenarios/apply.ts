import { configMap, deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const apply: Scenario = {
  id: 'apply',
  name: 'apply creates, configures what differs and leaves the rest',
  files: {
    'v1.yaml': configMap('settings', { mode: 'fast', size: '3' }),
    'v2.yaml': configMap('settings', { mode: 'slow', colour: 'red' }),
    'plain.yaml': configMap('plain', { a: '2' }),
    'both.yaml': `${configMap('settings', { mode: 'fast' })}---\n${configMap('other', { b: '2' })}`,
    'web.yaml': deployment('web', { replicas: 0 }),
    'web2.yaml': deployment('web', { replicas: 0, image: 'web:2' }),
  },
  steps: [
    { run: 'apply -f v1.yaml' },
    { run: 'apply -f v1.yaml' },
    { run: 'apply -f v2.yaml' },
    { run: 'get cm settings -o yaml' },
    { run: 'apply view-last-applied cm settings' },
    {
      run: 'apply -f -',
      stdin: `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { mode: calm }
`,
    },
    { run: "get cm settings -o jsonpath='{.data}'" },
    { run: `patch cm settings --type=merge -p '{"data":{"mine":"yes"}}'` },
    { run: 'apply -f v1.yaml' },
    { run: "get cm settings -o jsonpath='{.data}'" },
    { run: 'create configmap plain --from-literal=a=1' },
    { run: 'apply -f plain.yaml' },
    { run: 'apply -f both.yaml' },
    { run: 'apply -f both.yaml -o name' },
    { run: 'apply -f v1.yaml -o yaml' },
    { run: 'apply set-last-applied -f v2.yaml' },
    { run: 'apply view-last-applied -f v2.yaml -o json' },
    { run: 'apply -f v1.yaml --dry-run=client' },
    { run: 'apply -f v1.yaml --dry-run=server' },
    { run: 'apply -f web.yaml' },
    { run: 'apply -f web2.yaml' },
    {
      run: "get deployment web -o jsonpath='{.spec.template.spec.containers[*].image} {.spec.template.spec.containers[0].ports}'",
    },
    { run: 'delete -f web.yaml' },
  ],
};
