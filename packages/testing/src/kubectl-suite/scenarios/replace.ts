import { configMap } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const replace: Scenario = {
  id: 'replace',
  name: 'replace puts another object in the place of one that exists',
  files: {
    'v1.yaml': configMap('settings', { mode: 'fast' }),
    'v2.yaml': configMap('settings', { mode: 'slow' }),
    'stale.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, resourceVersion: "1" }
`,
    'immutable.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, uid: 00000000-0000-0000-0000-000000000000 }
`,
    'invalid.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { "bad key": x }
`,
  },
  steps: [
    { run: 'replace -f v1.yaml', exit: 1 },
    { run: 'create -f v1.yaml' },
    { run: 'replace -f v2.yaml' },
    { run: 'get cm settings -o yaml' },
    { run: 'replace -f stale.yaml', exit: 1 },
    { run: 'replace --force -f v1.yaml' },
    { run: "get cm settings -o jsonpath='{.data}'" },
    { run: 'replace -f immutable.yaml', exit: 1 },
    {
      run: 'replace -f -',
      stdin: `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
immutable: true
data: { mode: last }
`,
    },
    { run: 'replace -f v1.yaml', exit: 1 },
    { run: 'replace -f invalid.yaml', exit: 1 },
  ],
};
