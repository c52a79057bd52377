import { pod } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const execOnAMachine: Scenario = {
  id: 'exec-on-a-machine',
  name: 'exec passes on that a program failed or is not there, and cp copies by tar',
  needs: ['controllers', 'kubelet', 'machine'],
  files: {
    'app.yaml': pod('app'),
  },
  steps: [
    { run: 'create -f app.yaml' },
    { run: 'wait --for=condition=Ready pod/app --timeout=60s' },
    { run: "exec app -- sh -c 'exit 3'", exit: 1 },
    { run: 'exec app -- nosuchprogram', exit: 1 },
    { run: 'exec app -- false', exit: 1 },
    { run: "exec app -- sh -c 'echo copied > banyan-copied.txt'" },
    { run: 'cp app:banyan-copied.txt back.txt' },
    { run: 'cp back.txt nosuch:/tmp/x', exit: 1 },
    { run: 'cp a b', exit: 1 },
    { run: 'cp nosuch.txt app:/tmp/x', exit: 1 },
  ],
};
