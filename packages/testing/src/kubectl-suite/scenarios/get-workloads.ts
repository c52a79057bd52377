import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const getWorkloads: Scenario = {
  id: 'get-workloads',
  name: 'get all shows a Deployment with what it made',
  needs: ['controllers', 'kubelet'],
  files: {
    'web.yaml': deployment('web', { replicas: 2 }),
  },
  steps: [
    { run: 'create -f web.yaml' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'expose deployment web --port=80' },
    { run: 'get all', until: '2/2' },
    { run: 'get all -o wide' },
    { run: 'get deployment,rs,pods' },
    { run: 'get deployments -o wide' },
    { run: 'get pods -l app=web --show-labels' },
    { run: 'get pods --field-selector=status.phase=Running -o name' },
    { run: 'get pods --field-selector=spec.nodeName=node-1,status.phase!=Running' },
    {
      run: 'get pods -o custom-columns=NAME:.metadata.name,NODE:.spec.nodeName,OWNER:.metadata.ownerReferences[0].kind',
    },
    { run: 'get pods -L app -o wide' },
    {
      run: "get endpointslices -l kubernetes.io/service-name=web -o jsonpath='{.items[0].ports[0].port} {.items[0].endpoints[*].conditions.ready}'",
      until: '80 true true',
    },
    { run: 'get nodes -l kubernetes.io/hostname=node-1' },
    { run: 'get nodes node-1 --no-headers -o custom-columns=NAME:.metadata.name,POD-CIDR:.spec.podCIDR' },
    { run: 'get deployment web -o yaml' },
  ],
};
