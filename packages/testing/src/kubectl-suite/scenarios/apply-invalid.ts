import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const applyInvalid: Scenario = {
  id: 'apply-invalid',
  name: 'apply refuses what is wrong and says where',
  files: {
    'not-yaml.yaml': `kind: ConfigMap
  metadata: [
`,
    'no-kind.yaml': `apiVersion: v1
metadata: { name: x }
`,
    'no-version.yaml': `kind: ConfigMap
metadata: { name: x }
`,
    'unknown-kind.yaml': `apiVersion: example.com/v1
kind: Nothing
metadata: { name: x }
`,
    'unknown-field.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: odd }
spec: { a: 1 }
data: { a: "1" }
`,
    'wrong-type.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: odd }
data: { a: 1 }
`,
    'bad-name.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: Bad_Name }
`,
    'no-name.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {}
`,
    'duplicate.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: odd }
data:
  a: "1"
  a: "2"
`,
    'invalid-deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: -1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: other } }
    spec:
      containers:
        - name: web
          image: ""
          ports: [{ containerPort: 0 }]
`,
    'other-selector.yaml': deployment('web').replaceAll('app: web', 'app: other'),
    'web.yaml': deployment('web', { replicas: 0 }),
    'empty.yaml': `# nothing here
`,
    'good-and-bad.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: good }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: Bad_Name }
`,
  },
  steps: [
    { run: 'apply -f not-yaml.yaml', exit: 1 },
    { run: 'apply -f no-kind.yaml', exit: 1 },
    { run: 'apply -f no-version.yaml', exit: 1 },
    { run: 'apply -f unknown-kind.yaml', exit: 1 },
    { run: 'apply -f unknown-field.yaml', exit: 1 },
    { run: 'apply -f unknown-field.yaml --validate=warn' },
    { run: 'apply -f unknown-field.yaml --validate=ignore' },
    { run: 'apply -f wrong-type.yaml', exit: 1 },
    { run: 'apply -f bad-name.yaml', exit: 1 },
    { run: 'apply -f no-name.yaml', exit: 1 },
    { run: 'apply -f duplicate.yaml' },
    { run: 'apply -f invalid-deployment.yaml', exit: 1 },
    { run: 'apply -f web.yaml' },
    { run: 'apply -f other-selector.yaml', exit: 1 },
    { run: 'apply -f empty.yaml', exit: 1 },
    { run: 'apply -f good-and-bad.yaml', exit: 1 },
    { run: 'apply -f nosuch.yaml', exit: 1 },
    { run: 'apply', exit: 1 },
    { run: 'apply -f web.yaml -n other-namespace', exit: 1 },
    { run: 'create -f unknown-field.yaml', exit: 1 },
    { run: 'create -f invalid-deployment.yaml --validate=false', exit: 1 },
  ],
};
