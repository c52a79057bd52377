import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const autoscale: Scenario = {
  id: 'autoscale',
  name: 'autoscale makes a HorizontalPodAutoscaler for a workload',
  files: {
    'web.yaml': deployment('web', { replicas: 0 }),
  },
  steps: [
    { run: 'create -f web.yaml' },
    { run: 'autoscale deployment web --min=1 --max=3 --cpu=50% --dry-run=client -o yaml', sinceMinor: 34 },
    { run: 'autoscale deployment web --min=1 --max=3 --cpu=50%', sinceMinor: 34 },
    { run: 'autoscale deployment web --max=3', exit: 1, sinceMinor: 34 },
    { run: 'autoscale deployment web --max=5 --name=second' },
    {
      run: 'get hpa -o custom-columns=NAME:.metadata.name,KIND:.spec.scaleTargetRef.kind,MIN:.spec.minReplicas,MAX:.spec.maxReplicas',
    },
    { run: 'autoscale deployment web', exit: 1 },
    { run: 'autoscale deployment web --min=3 --max=2', exit: 1 },
    { run: 'autoscale deployment nosuch --max=2', exit: 1 },
    { run: "get hpa second -o jsonpath='{.spec}'" },
  ],
};
