import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const deleteBackground: Scenario = {
  id: 'delete-background',
  name: 'delete in the background removes the owner first and what it owns soon after',
  needs: ['controllers', 'kubelet'],
  files: {
    'web.yaml': deployment('web', { replicas: 2 }),
  },
  steps: [
    { run: 'create -f web.yaml' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'delete deployment web --cascade=background' },
    { run: 'get rs,pods -l app=web -o name', until: '', compare: 'exit-code' },
    { run: 'wait --for=delete rs,pods -l app=web --timeout=60s', compare: 'exit-code' },
    { run: 'get rs,pods -l app=web' },
  ],
};
