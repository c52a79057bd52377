import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const rolloutCommands: Scenario = {
  id: 'rollout-commands',
  name: 'rollout pause, resume and restart mark the workload',
  files: {
    'web.yaml': deployment('web', { replicas: 0 }),
  },
  steps: [
    { run: 'create -f web.yaml' },
    { run: 'rollout pause deployment/web' },
    { run: 'rollout pause deployment/web', exit: 1 },
    { run: 'rollout restart deployment/web', exit: 1 },
    { run: "get deployment web -o jsonpath='{.spec.paused}'" },
    { run: 'rollout resume deployment/web' },
    { run: 'rollout resume deployment/web', exit: 1 },
    { run: 'rollout restart deployment/web' },
    { run: "get deployment web -o jsonpath='{.spec.template.metadata.annotations}'" },
    { run: 'rollout restart deployment/nosuch', exit: 1 },
    { run: 'create configmap none' },
    { run: 'rollout restart configmap/none', exit: 1 },
    { run: 'rollout status configmap/none', exit: 1 },
    { run: 'rollout undo configmap/none', exit: 1 },
    // Refused within the second of the restart before.
    { run: 'rollout restart deployment -l app=web', until: 'restarted' },
  ],
};
