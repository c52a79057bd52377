import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const deleteOrphan: Scenario = {
  id: 'delete-orphan',
  name: 'delete with orphan leaves what was owned, without an owner',
  needs: ['controllers', 'kubelet'],
  files: {
    'web.yaml': deployment('web', { replicas: 2 }),
  },
  steps: [
    { run: 'create -f web.yaml' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'delete deployment web --cascade=orphan' },
    { run: 'get deployment web', exit: 1 },
    {
      run: 'get rs -l app=web -o custom-columns=READY:.status.readyReplicas,OWNERS:.metadata.ownerReferences',
    },
    {
      run: 'get pods -l app=web -o custom-columns=PHASE:.status.phase,OWNER:.metadata.ownerReferences[0].kind',
    },
    { run: 'create -f web.yaml' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    {
      run: 'get rs -l app=web -o custom-columns=READY:.status.readyReplicas,OWNER:.metadata.ownerReferences[0].name',
    },
    { run: 'delete deployment web --cascade=orphan' },
    { run: 'delete rs -l app=web --cascade=orphan' },
    {
      run: 'get pods -l app=web -o custom-columns=PHASE:.status.phase,OWNERS:.metadata.ownerReferences',
    },
    { run: 'delete pods -l app=web' },
  ],
};
