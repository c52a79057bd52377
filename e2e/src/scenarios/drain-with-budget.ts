import type { Scenario } from '../scenario.ts';
import { deployment } from './manifests.ts';

const PLACES = 'get pods -l app=shop -o custom-columns=NODE:.spec.nodeName,PHASE:.status.phase';
const BUDGET =
  "get pdb shop -o jsonpath='{.status.currentHealthy} of {.status.expectedPods}, {.status.disruptionsAllowed} allowed'";

export const drainWithBudget: Scenario = {
  id: 'drain-with-budget',
  name: 'a node is drained without more pods away at a time than the budget allows',
  files: {
    'shop.yaml': deployment('shop', {
      replicas: 3,
      podSpec: `topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { app: shop } }`,
    }),
  },
  async run(user) {
    const [node = ''] = user.target.nodes;
    await user.kubectl('apply -f shop.yaml');
    await user.kubectl('rollout status deployment/shop', { compare: 'last-line' });
    await user.kubectl('create pdb shop --selector=app=shop --min-available=2');
    await user.kubectl(BUDGET, { until: '3 of 3, 1 allowed' });
    await user.kubectl('get pdb shop');
    await user.kubectl(PLACES, { unordered: true });
    // Drains are not held to a namespace: the label is this scenario's alone.
    await user.kubectl(`drain ${node} --pod-selector=app=shop --timeout=90s`, { compare: 'last-line' });
    await user.kubectl('rollout status deployment/shop', { compare: 'last-line' });
    await user.kubectl(PLACES, { unordered: true });
    await user.waitFor(BUDGET, '3 of 3');
    await user.kubectl(`get node ${node}`);
    await user.kubectl(`uncordon ${node}`);
    await user.kubectl('patch pdb shop -p \'{"spec":{"minAvailable":3}}\'');
    await user.kubectl(BUDGET, { until: '3 of 3, 0 allowed' });
    const pod = await user.waitFor("get pods -l app=shop -o jsonpath='{.items[0].metadata.name}'", 'shop-');
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: pod } };
    await user.kubectl(`create --raw /api/v1/namespaces/drain-with-budget/pods/${pod}/eviction -f -`, {
      stdin: JSON.stringify(eviction),
      exit: 1,
      shown: 'create --raw …/pods/shop-…/eviction -f -',
    });
    await user.kubectl('get pdb shop');
  },
};
