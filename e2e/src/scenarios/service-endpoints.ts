import type { Scenario } from '../scenario.ts';
import { deployment } from './manifests.ts';

const READY =
  "get endpointslices -l kubernetes.io/service-name=web -o jsonpath='{.items[*].endpoints[*].conditions.ready}'";

export const serviceEndpoints: Scenario = {
  id: 'service-endpoints',
  name: "a Service's endpoints follow the pods it selects",
  files: { 'web.yaml': deployment('web', { replicas: 2 }) },
  async run(user) {
    await user.kubectl('apply -f web.yaml');
    await user.kubectl('rollout status deployment/web', { compare: 'last-line' });
    await user.kubectl('expose deployment web --port=80 --target-port=8080');
    await user.kubectl('get service web');
    await user.kubectl(READY, { until: 'true true' });
    await user.kubectl('get endpointslices -l kubernetes.io/service-name=web');
    await user.kubectl(
      "get endpointslices -l kubernetes.io/service-name=web -o jsonpath='{.items[0].addressType} {.items[0].ports[0].port} {.items[0].endpoints[0].targetRef.kind} {.items[0].metadata.labels}'",
    );
    await user.kubectl('scale deployment web --replicas=4');
    await user.kubectl(READY, { until: 'true true true true' });
    await user.kubectl('scale deployment web --replicas=1');
    await user.kubectl('wait --for=jsonpath={.status.replicas}=1 deployment/web --timeout=60s');
    await user.waitFor("get pods -l app=web -o jsonpath='{.items[*].status.phase}.'", 'Running.');
    await user.kubectl('delete service web');
    await user.kubectl('wait --for=delete endpointslices -l kubernetes.io/service-name=web --timeout=60s', {
      compare: 'exit-code',
    });
  },
};
