import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const drain: Scenario = {
  id: 'drain',
  name: 'a node is cordoned, tainted, drained and taken back',
  needs: ['controllers', 'kubelet'],
  files: {
    'node.yaml': `apiVersion: v1
kind: Node
metadata:
  name: spare
  labels: { kubernetes.io/hostname: spare }
spec:
  taints: [{ key: spare, value: "yes", effect: NoSchedule }]
status:
  capacity: { cpu: "4", memory: 8Gi, pods: "10" }
  allocatable: { cpu: "4", memory: 8Gi, pods: "10" }
`,
    'web.yaml': deployment('web', { replicas: 2 }).replace(
      /^ {6}containers/m,
      `      nodeSelector: { kubernetes.io/hostname: spare }
      tolerations: [{ key: spare, operator: Exists }]
      containers`,
    ),
    'alone.yaml': `apiVersion: v1
kind: Pod
metadata: { name: alone }
spec:
  nodeSelector: { kubernetes.io/hostname: spare }
  tolerations: [{ key: spare, operator: Exists }]
  containers: [{ name: main, image: "alone:1" }]
`,
    'each.yaml': `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: each }
spec:
  selector: { matchLabels: { app: each } }
  template:
    metadata: { labels: { app: each } }
    spec:
      nodeSelector: { kubernetes.io/hostname: spare }
      tolerations: [{ key: spare, operator: Exists }]
      containers: [{ name: each, image: "each:1" }]
`,
  },
  steps: [
    { run: 'create -f node.yaml' },
    { run: 'wait --for=condition=Ready node/spare --timeout=60s' },
    { run: 'get node spare' },
    { run: 'create -f web.yaml' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'create -f alone.yaml' },
    { run: 'wait --for=condition=Ready pod/alone --timeout=60s' },
    { run: 'create -f each.yaml' },
    { run: 'rollout status daemonset/each', compare: 'last-line' },
    { run: 'cordon spare' },
    { run: 'cordon spare' },
    { run: 'get node spare' },
    { run: 'drain spare', exit: 1, compare: 'exit-code' },
    { run: 'drain spare --ignore-daemonsets', exit: 1, unordered: true },
    { run: 'drain spare --ignore-daemonsets --force --dry-run=client', unordered: true, compare: 'stdout' },
    { run: 'drain spare --ignore-daemonsets --force', unordered: true, compare: 'stdout' },
    { run: 'get pods -l app=web', until: 'Pending' },
    { run: 'get pod alone', exit: 1 },
    { run: 'uncordon spare' },
    { run: 'uncordon spare' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'get pods -l app=web -o wide' },
    { run: 'create pdb web --selector=app=web --min-available=2' },
    {
      run: "get pdb web -o jsonpath='{.status.currentHealthy} {.status.disruptionsAllowed} {.status.expectedPods}'",
      until: '2 0 2',
    },
    { run: 'drain spare --ignore-daemonsets --timeout=1s', exit: 1, compare: 'exit-code' },
    { run: 'get pdb web' },
    { run: 'uncordon spare' },
    { run: 'drain spare --ignore-daemonsets --disable-eviction --dry-run=client --pod-selector=app=none' },
    { run: 'taint node spare dedicated=me:NoSchedule' },
    { run: 'taint node spare dedicated=me:NoSchedule', exit: 1 },
    { run: 'taint node spare dedicated=you:NoSchedule --overwrite' },
    { run: 'taint node spare dedicated:NoSchedule-' },
    { run: 'taint node spare dedicated:NoSchedule-', exit: 1 },
    { run: 'taint node spare bad', exit: 1 },
    { run: 'taint node spare a=b:Sometimes', exit: 1 },
    { run: "get node spare -o jsonpath='{.spec.taints}'" },
    { run: 'drain nosuch', exit: 1 },
    { run: 'cordon nosuch', exit: 1 },
    { run: 'label node spare disk=fast' },
    { run: 'describe node spare --show-events=false' },
    { run: 'delete deployment,daemonset --all' },
    { run: 'delete node spare' },
    { run: 'get node spare', exit: 1 },
  ],
};
