import type { Scenario } from '../scenario.ts';

export const applyPrune: Scenario = {
  id: 'apply-prune',
  name: 'apply --prune removes what the files no longer name',
  files: {
    'one.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: kept
  labels: { app: pruned }
`,
    'both.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: kept
  labels: { app: pruned }
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: dropped
  labels: { app: pruned }
`,
  },
  steps: [
    { run: 'apply -f both.yaml --prune -l app=pruned --prune-allowlist=core/v1/ConfigMap' },
    { run: 'apply -f one.yaml --prune -l app=pruned --prune-allowlist=core/v1/ConfigMap' },
    { run: 'get cm -l app=pruned' },
    { run: 'apply -f one.yaml --prune', exit: 1 },
  ],
};
