import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const scale: Scenario = {
  id: 'scale',
  name: 'scale sets the number of replicas, on a condition when asked',
  files: {
    'web.yaml': deployment('web', { replicas: 0 }),
    'api.yaml': deployment('api', { replicas: 0 }),
  },
  steps: [
    { run: 'create -f web.yaml' },
    { run: 'create -f api.yaml' },
    { run: 'scale deployment web --replicas=3' },
    { run: "get deployment web -o jsonpath='{.spec.replicas}'" },
    { run: 'scale deployment web --replicas=5 --current-replicas=2', exit: 1 },
    { run: 'scale deployment web --replicas=0 --current-replicas=3' },
    { run: 'scale deployment/web deployment/api --replicas=0' },
    { run: 'scale -f web.yaml --replicas=0' },
    { run: 'scale deployment -l app --replicas=0' },
    { run: 'scale deployment nosuch --replicas=1', exit: 1 },
    { run: 'scale deployment web', exit: 1 },
    { run: 'scale deployment web --replicas=-2', exit: 1 },
    { run: 'create configmap none' },
    { run: 'scale configmap none --replicas=1', exit: 1 },
    { run: 'scale deployment web --replicas=2 --dry-run=server' },
    { run: 'scale --replicas=2 deployment web --dry-run=client' },
    { run: "get deployment web -o jsonpath='{.spec.replicas}'" },
  ],
};
