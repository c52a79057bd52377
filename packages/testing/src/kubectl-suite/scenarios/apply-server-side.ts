import { configMap, deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const applyServerSide: Scenario = {
  id: 'apply-server-side',
  name: 'apply --server-side owns fields, names the other owner in a conflict and takes over when forced',
  files: {
    'v1.yaml': configMap('settings', { mode: 'fast', size: '3' }),
    'v2.yaml': configMap('settings', { mode: 'slow', colour: 'red' }),
    'shared.yaml': configMap('settings', { mode: 'slow' }),
    'empty.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
`,
    'web.yaml': deployment('web', { replicas: 1 }),
    'web3.yaml': deployment('web', { replicas: 3 }),
    'web-image.yaml': deployment('web', { replicas: 3, image: 'web:2' }),
    'web-env.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      containers:
        - name: web
          env: [{ name: COLOUR, value: red }]
`,
    'unknown-field.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: odd }
spec: { a: 1 }
`,
  },
  steps: [
    { run: 'apply --server-side -f v1.yaml' },
    { run: 'apply --server-side -f v1.yaml' },
    { run: 'get cm settings -o yaml --show-managed-fields' },
    { run: 'apply --server-side --field-manager=other -f v2.yaml', exit: 1 },
    { run: 'apply --server-side --field-manager=other --force-conflicts -f v2.yaml' },
    { run: 'get cm settings -o yaml --show-managed-fields' },
    { run: 'apply --server-side -f v1.yaml', exit: 1 },
    { run: 'apply --server-side -f shared.yaml' },
    { run: "get cm settings -o jsonpath='{.data}'" },
    { run: 'apply --server-side --field-manager=other -f empty.yaml' },
    { run: "get cm settings -o jsonpath='{.data}'" },
    { run: 'apply --server-side -f web.yaml' },
    { run: 'scale deployment web --replicas=0' },
    {
      run: `get deployment web -o jsonpath='{range .metadata.managedFields[?(@.manager=="kubectl")]}{.manager} {.operation} {.subresource}{"\\n"}{end}'`,
    },
    { run: 'apply --server-side -f web3.yaml' },
    { run: `patch deployment web --field-manager=scaler --type=merge -p '{"spec":{"replicas":0}}'` },
    { run: 'apply --server-side -f web3.yaml', exit: 1 },
    { run: 'apply --server-side --force-conflicts -f web3.yaml -o name' },
    { run: 'apply --server-side --field-manager=other -f web-image.yaml', exit: 1 },
    { run: 'apply --server-side --field-manager=env -f web-env.yaml' },
    {
      run: "get deployment web -o jsonpath='{.spec.template.spec.containers[0].env} {.spec.template.spec.containers[0].image}'",
    },
    { run: 'apply --server-side -f unknown-field.yaml', exit: 1 },
    { run: 'apply --server-side --force -f v1.yaml', exit: 1 },
    { run: 'apply --server-side --dry-run=server -f v1.yaml --force-conflicts' },
    { run: 'delete deployment web' },
  ],
};
