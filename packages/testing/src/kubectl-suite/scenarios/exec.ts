import { deployment, pod } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const exec: Scenario = {
  id: 'exec',
  name: 'exec runs a command in a container, with its input and output',
  needs: ['controllers', 'kubelet'],
  files: {
    'app.yaml': pod('app'),
    'web.yaml': deployment('web'),
  },
  steps: [
    { run: 'create -f app.yaml' },
    { run: 'create -f web.yaml' },
    { run: 'wait --for=condition=Ready pod/app --timeout=60s' },
    { run: 'rollout status deployment/web', compare: 'last-line' },
    { run: 'exec app -- echo hello' },
    { run: 'exec app -c main -- echo hello' },
    { run: 'exec deployment/web -- echo from a deployment' },
    {
      run: 'exec -i app -- head -n 1',
      stdin: `one line in
`,
    },
    { run: "exec app -- sh -c 'echo out; echo err >&2'" },
    { run: 'exec app -c nosuch -- echo', exit: 1 },
    { run: 'exec nosuch -- echo', exit: 1 },
    { run: 'exec app', exit: 1 },
    { run: 'exec', exit: 1 },
    { run: 'exec app echo old style', exit: 1 },
    { run: 'exec deployment/nosuch -- echo', exit: 1 },
  ],
};
