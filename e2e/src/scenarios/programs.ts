import assert from 'node:assert/strict';
import type { Scenario } from '../scenario.ts';

/** Kwok's containers run nothing: this one says itself what must be seen. */
export const programs: Scenario = {
  id: 'programs',
  name: 'exit codes of commands and of Jobs are those of what ran',
  needs: ['programs'],
  files: {
    'box.yaml': `apiVersion: v1
kind: Pod
metadata: { name: box }
spec:
  containers:
    - name: main
      image: box:1
      command: [sleep, "3600"]
      env: [{ name: COLOUR, value: green }]
`,
    'failing.yaml': `apiVersion: batch/v1
kind: Job
metadata: { name: failing }
spec:
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: main, image: "failing:1", command: [sh, -c, "echo no; exit 4"] }]
`,
  },
  async run(user) {
    await user.kubectl('apply -f box.yaml -f failing.yaml');
    await user.kubectl('wait --for=condition=Ready pod/box --timeout=60s');
    await user.kubectl("exec box -- sh -c 'exit 3'", { exit: 3 });
    await user.kubectl("exec box -- sh -c 'no-such-command'", { exit: 127 });
    assert.equal(await user.kubectl("exec box -- sh -c 'echo $COLOUR $HOSTNAME'"), 'green box\n');
    await user.kubectl('wait --for=condition=Failed job/failing --timeout=60s');
    const job = await user.kubectl('get job failing --no-headers');
    assert.match(job, /^failing +Failed +0\/1/);
    const code = await user.kubectl(
      "get pods -l job-name=failing -o jsonpath='{.items[0].status.phase} {.items[0].status.containerStatuses[0].state.terminated.exitCode}'",
    );
    assert.equal(code, 'Failed 4');
    assert.equal(await user.kubectl('logs job/failing'), 'no\n');
  },
};
