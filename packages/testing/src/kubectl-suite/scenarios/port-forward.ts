import { deployment, pod } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const portForward: Scenario = {
  id: 'port-forward',
  name: 'port-forward carries bytes to a pod and back',
  needs: ['controllers', 'kubelet'],
  files: {
    'app.yaml': pod('app'),
    'web.yaml': deployment('web'),
  },
  steps: [
    { run: 'create -f app.yaml' },
    { run: 'create -f web.yaml' },
    { run: 'wait --for=condition=Ready pod/app --timeout=60s' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'expose pod app --port=80 --target-port=8080' },
    { run: 'port-forward pod/app :8080', forward: 'hello\n' },
    { run: 'port-forward deployment/web :8080', forward: 'hello\n' },
    { run: 'port-forward service/app :80', forward: 'a longer text, twice: a longer text\n' },
    { run: 'port-forward pod/nosuch :8080', exit: 1 },
    { run: 'port-forward pod/app', exit: 1 },
    { run: 'port-forward pod/app nonsense', exit: 1 },
    { run: 'port-forward service/app :81', exit: 1 },
  ],
};
