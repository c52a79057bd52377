import type { Scenario } from '../scenario.ts';
import { deployment } from './manifests.ts';

const PLACES =
  'get pods -l app=web --field-selector=status.phase=Running -o custom-columns=NODE:.spec.nodeName,DELETED:.metadata.deletionTimestamp';

export const nodeLost: Scenario = {
  id: 'node-lost',
  name: 'a node is lost, and its pods come back on others',
  needs: ['lose-node'],
  files: {
    'web.yaml': deployment('web', {
      replicas: 3,
      podSpec: `tolerations:
  - { key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 1 }
  - { key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 1 }
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { app: web } }`,
    }),
  },
  async run(user) {
    const lost = user.target.nodes.at(-1) ?? '';
    await user.kubectl('apply -f web.yaml');
    await user.kubectl('rollout status deployment/web', { compare: 'last-line' });
    await user.kubectl(PLACES, { unordered: true });
    await user.target.loseNode(lost);
    await user.kubectl(`wait --for=condition=Ready=Unknown node/${lost} --timeout=90s`);
    await user.waitFor("get pods -l app=web -o jsonpath='{.items[*].metadata.deletionTimestamp}'", 'Z');
    await user.kubectl('rollout status deployment/web', { compare: 'last-line' });
    await user.kubectl('get deployment web', { until: '3/3' });
    await user.kubectl('get nodes', { unordered: true });
    await user.kubectl('get pods -l app=web', { unordered: true });
    await user.kubectl(`get node ${lost} -o jsonpath='{range .spec.taints[*]}{.key}:{.effect}{"\\n"}{end}'`, {
      unordered: true,
    });
    await user.kubectl(
      `get node ${lost} -o jsonpath='{range .status.conditions[?(@.type=="Ready")]}{.status} {.reason} {.message}{end}'`,
    );
    await user.kubectl(
      `get events -A --field-selector involvedObject.name=${lost},reason=NodeNotReady -o custom-columns=TYPE:.type,KIND:.involvedObject.kind,FROM:.source.component,MESSAGE:.message`,
    );
    await user.kubectl(
      'get events --field-selector reason=NodeNotReady -o custom-columns=TYPE:.type,KIND:.involvedObject.kind,FROM:.source.component,MESSAGE:.message',
    );
    await user.kubectl(
      `get pods -l app=web --field-selector=spec.nodeName=${lost} -o jsonpath='{range .items[*].status.conditions[?(@.type=="Ready")]}{.type}={.status}{end}'`,
    );
    await user.kubectl(
      'get events --field-selector reason=TaintManagerEviction -o custom-columns=TYPE:.type,KIND:.involvedObject.kind,FROM:.source.component',
    );
  },
};
