import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const describeWorkloads: Scenario = {
  id: 'describe-workloads',
  name: 'describe and events tell what happened to a Deployment',
  needs: ['controllers', 'kubelet'],
  files: {
    'web.yaml': deployment('web', { replicas: 2 }),
  },
  steps: [
    { run: 'create -f web.yaml' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'describe deployment web' },
    { run: 'describe rs -l app=web --show-events=false' },
    { run: 'scale deployment web --replicas=1' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'events --for deployment/web', until: 'Scaled down', unordered: true },
    { run: 'get events --field-selector reason=ScalingReplicaSet', unordered: true },
    { run: 'events --types=Warning' },
    { run: 'expose deployment web --port=80' },
    { run: 'describe service web', until: ':80' },
    { run: "create ingress site --rule='example.com/path*=web:80'" },
    { run: 'describe ingress site' },
    { run: 'describe pods -l app=web --show-events=false' },
  ],
};
