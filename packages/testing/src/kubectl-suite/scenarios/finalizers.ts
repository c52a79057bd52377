import type { Scenario } from '../scenario.ts';

export const finalizers: Scenario = {
  id: 'finalizers',
  name: 'an object with a finalizer stays until the finalizer is removed',
  files: {
    'held.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: held, finalizers: [example.com/hold] }
`,
    'other-finalizer.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: held, finalizers: [example.com/more] }
`,
  },
  steps: [
    { run: 'create -f held.yaml' },
    { run: 'delete cm held --wait=false' },
    { run: "get cm held -o jsonpath='{.metadata.finalizers} {.metadata.deletionGracePeriodSeconds}'" },
    { run: 'wait --for=delete cm/held --timeout=1s', exit: 1 },
    { run: 'delete cm held --timeout=1s', exit: 1 },
    { run: 'apply --server-side -f other-finalizer.yaml', exit: 1 },
    { run: `patch cm held --type=json -p '[{"op":"remove","path":"/metadata/finalizers"}]'` },
    { run: 'wait --for=delete cm/held --timeout=60s' },
    { run: 'get cm held', exit: 1 },
  ],
};
