import type { Scenario } from '../scenario.ts';

export const statefulSets: Scenario = {
  id: 'stateful-sets',
  name: 'a StatefulSet numbers its pods, and a DaemonSet has one on each node it may use',
  needs: ['controllers', 'kubelet'],
  files: {
    'db.yaml': `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db }
spec:
  serviceName: db
  replicas: 2
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec:
      containers: [{ name: db, image: "db:1" }]
`,
    'each.yaml': `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: each }
spec:
  selector: { matchLabels: { app: each } }
  template:
    metadata: { labels: { app: each } }
    spec:
      nodeSelector: { kubernetes.io/hostname: node-1 }
      containers: [{ name: each, image: "each:1" }]
`,
  },
  steps: [
    { run: 'create -f db.yaml' },
    { run: 'rollout status statefulset/db', compare: 'last-line' },
    { run: 'get statefulset db' },
    { run: 'get statefulset db -o wide' },
    { run: 'get pods -l app=db' },
    { run: 'set image statefulset/db db=db:2' },
    { run: 'rollout status statefulset/db', compare: 'last-line' },
    { run: "get pods -l app=db -o jsonpath='{.items[*].spec.containers[0].image}'" },
    { run: 'rollout history statefulset/db' },
    { run: 'scale statefulset db --replicas=1' },
    { run: 'get pods -l app=db -o name', until: 'pod/db-0\n', compare: 'exit-code' },
    { run: 'wait --for=delete pod/db-1 --timeout=60s', compare: 'exit-code' },
    { run: 'get pods -l app=db -o name' },
    { run: 'rollout undo statefulset/db' },
    { run: 'rollout status statefulset/db', compare: 'last-line' },
    { run: 'create -f each.yaml' },
    { run: 'rollout status daemonset/each', compare: 'last-line' },
    { run: 'get daemonset each' },
    { run: 'get pods -l app=each -o wide' },
    { run: 'set image daemonset/each each=each:2' },
    { run: 'rollout status daemonset/each', compare: 'last-line' },
    { run: 'rollout restart daemonset/each' },
    { run: 'rollout status daemonset/each', compare: 'last-line' },
    { run: 'rollout history daemonset/each' },
    { run: 'describe daemonset each --show-events=false' },
    { run: 'describe statefulset db --show-events=false' },
    { run: 'scale daemonset each --replicas=2', exit: 1 },
    { run: 'delete statefulset,daemonset --all' },
  ],
};
