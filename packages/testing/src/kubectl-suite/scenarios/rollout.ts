import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const rollout: Scenario = {
  id: 'rollout',
  name: 'a Deployment rolls to a new revision, back, and is restarted',
  needs: ['controllers', 'kubelet'],
  files: {
    'web.yaml': deployment('web', { replicas: 2 }),
  },
  steps: [
    { run: 'create -f web.yaml' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'annotate deployment web kubernetes.io/change-cause=first' },
    { run: 'rollout history deployment/web', until: 'first' },
    { run: 'set image deployment/web web=web:2' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'annotate deployment web kubernetes.io/change-cause=second --overwrite' },
    { run: 'rollout history deployment/web', until: 'second' },
    { run: 'rollout history deployment/web --revision=1' },
    { run: 'rollout history deployment/web --revision=2' },
    { run: 'rollout history deployment/web --revision=9', exit: 1 },
    { run: 'rollout undo deployment/web --dry-run=client' },
    { run: 'rollout undo deployment/web' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: "get deployment web -o jsonpath='{.spec.template.spec.containers[0].image}'" },
    { run: 'rollout history deployment/web' },
    { run: 'rollout undo deployment/web --to-revision=2' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'rollout undo deployment/web --to-revision=9', exit: 1 },
    { run: "get deployment web -o jsonpath='{.spec.template.spec.containers[0].image}'" },
    { run: 'rollout restart deployment/web' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    {
      run: 'get rs -l app=web -o custom-columns=DESIRED:.spec.replicas,IMAGE:.spec.template.spec.containers[0].image,REVISION:.metadata.annotations.deployment\\.kubernetes\\.io/revision',
      unordered: true,
    },
    { run: 'rollout pause deployment/web' },
    { run: 'set image deployment/web web=web:5' },
    { run: 'rollout status deployment/web --watch=false', until: 'out of' },
    { run: 'rollout undo deployment/web', exit: 1 },
    { run: 'rollout resume deployment/web' },
    { run: 'rollout status deployment/web --timeout=60s', compare: 'last-line' },
    {
      run: "get deployment web -o jsonpath='{.status.readyReplicas} {.spec.template.spec.containers[0].image}'",
    },
  ],
};
