import { pod } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const debug: Scenario = {
  id: 'debug',
  name: 'debug adds an ephemeral container to a running pod',
  needs: ['controllers', 'kubelet'],
  files: {
    'app.yaml': pod('app'),
  },
  steps: [
    { run: 'create -f app.yaml' },
    { run: 'wait --for=condition=Ready pod/app --timeout=60s' },
    { run: 'debug app --image=tools:1 --container=tools --attach=false --profile=general -- sleep 1' },
    {
      run: "get pod app -o jsonpath='{.spec.ephemeralContainers[0].name} {.spec.ephemeralContainers[0].image} {.spec.ephemeralContainers[0].command}'",
    },
    { run: 'debug app', exit: 1 },
    { run: 'debug nosuch --image=x', exit: 1 },
    { run: 'debug app --image=tools:1 --copy-to=copy --attach=false --container=tools --profile=general' },
    { run: "get pod copy -o jsonpath='{.spec.containers[*].name}'" },
  ],
};
