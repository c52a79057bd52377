import type { Scenario } from '../scenario.ts';

export const apiResources: Scenario = {
  id: 'api-resources',
  name: 'kubectl lists every kind that the server knows',
  alone: true,
  steps: [
    { run: 'api-resources' },
    { run: 'api-resources -o wide --api-group=apps' },
    { run: 'api-resources -o name --namespaced=false' },
    { run: 'api-resources --verbs=deletecollection --api-group=rbac.authorization.k8s.io' },
    { run: 'api-resources --categories=all --no-headers' },
    { run: 'api-resources --sort-by=kind --api-group=batch' },
    { run: 'api-resources --sort-by=size', exit: 1 },
    { run: 'api-resources --api-group=no.such.group' },
    { run: 'api-versions' },
  ],
};
