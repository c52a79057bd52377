import { configMap } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const diff: Scenario = {
  id: 'diff',
  name: 'diff shows what apply would change and tells it by its exit code',
  files: {
    'v1.yaml': configMap('settings', { mode: 'fast', size: '3' }),
    'v2.yaml': configMap('settings', { mode: 'slow', colour: 'red' }),
    'both.yaml': `${configMap('settings', { mode: 'fast', size: '4' })}---\n${configMap('other', { b: '2' })}`,
    'invalid.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: Bad_Name }
`,
    'secret.yaml': `apiVersion: v1
kind: Secret
metadata: { name: hidden }
stringData: { password: swordfish }
`,
  },
  steps: [
    { run: 'diff -f v1.yaml', exit: 1 },
    { run: 'apply -f v1.yaml' },
    { run: 'diff -f v1.yaml' },
    { run: 'diff -f v2.yaml', exit: 1 },
    { run: 'diff --server-side -f v2.yaml', exit: 1 },
    { run: 'diff --server-side --force-conflicts -f v2.yaml', exit: 1 },
    { run: 'diff -f both.yaml', exit: 1 },
    { run: 'diff -f nosuch.yaml', exit: 2 },
    { run: 'diff -f invalid.yaml', exit: 2 },
    { run: 'diff -f secret.yaml', exit: 1 },
  ],
};
