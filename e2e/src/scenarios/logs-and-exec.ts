import { KWOK_LOG_LINES } from '@banyan/testing';
import type { Scenario } from '../scenario.ts';

/** Kwok's containers say these lines whatever they are; those of the playground do as told. */
const SAYING = KWOK_LOG_LINES.map((line) => `echo ${line}`).join('; ');

export const logsAndExec: Scenario = {
  id: 'logs-and-exec',
  name: 'what a container says is shown, and a command is run in it',
  files: {
    'talker.yaml': `apiVersion: v1
kind: Pod
metadata: { name: talker, labels: { app: talker } }
spec:
  containers:
    - name: main
      image: talker:1
      command: [sh, -c, "${SAYING}; sleep 3600"]
`,
  },
  async run(user) {
    await user.kubectl('apply -f talker.yaml');
    await user.kubectl('wait --for=condition=Ready pod/talker --timeout=60s');
    await user.kubectl('logs talker', { until: 'third line' });
    await user.kubectl('logs talker --tail=1');
    await user.kubectl('logs -l app=talker --prefix');
    await user.kubectl('logs talker -f', { follow: { lines: 3 } });
    await user.kubectl('exec talker -- echo hello');
    await user.kubectl('exec talker -c main -- echo hello there');
    await user.kubectl('exec -i talker -- head -n 1', { stdin: 'one line in\n' });
    await user.kubectl("exec talker -- sh -c 'echo out; echo err >&2'");
    await user.kubectl('exec talker -c nosuch -- echo', { exit: 1 });
    await user.kubectl('logs talker -c nosuch', { exit: 1 });
    await user.kubectl('delete pod talker --now');
  },
};
