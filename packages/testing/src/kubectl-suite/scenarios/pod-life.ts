import { pod } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const podLife: Scenario = {
  id: 'pod-life',
  name: 'a pod of its own comes up, is described and is gone when deleted',
  needs: ['controllers', 'kubelet'],
  files: {
    'app.yaml': pod('app'),
    'app2.yaml': pod('app').replace('app:1', 'app:2'),
  },
  steps: [
    { run: 'create -f app.yaml' },
    { run: 'wait --for=condition=Ready pod/app --timeout=60s' },
    { run: 'get pod app' },
    { run: 'get pod app -o wide' },
    { run: 'get pod app -o yaml' },
    { run: 'describe pod app --show-events=false' },
    { run: 'describe pod app', unordered: true, compare: 'exit-code' },
    { run: "wait --for=jsonpath='{.status.phase}'=Running pod/app" },
    { run: 'apply -f app2.yaml' },
    { run: "get pod app -o jsonpath='{.spec.containers[0].image}'" },
    { run: `patch pod app --type=merge -p '{"spec":{"nodeName":"other"}}'`, exit: 1 },
    { run: `patch pod app --type=json -p '[{"op":"remove","path":"/spec/containers/0/ports"}]'`, exit: 1 },
    { run: 'run second --image=second:1 --restart=Never' },
    { run: 'wait --for=condition=Ready pod/second --timeout=60s' },
    { run: 'run second --image=second:1', exit: 1 },
    { run: 'delete pod second --now' },
    { run: 'delete pod app --wait=false' },
    { run: 'wait --for=delete pod/app --timeout=60s', compare: 'exit-code' },
    { run: 'get pod app', exit: 1 },
    { run: 'create -f app.yaml' },
    { run: 'delete pod app --grace-period=0 --force' },
    { run: 'get pods', until: '' },
  ],
};
