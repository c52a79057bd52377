import assert from 'node:assert/strict';
import type { Scenario } from '../scenario.ts';

/** Kwok's containers never end, so this one is not compared: it says itself what must be seen. */
export const crashLoop: Scenario = {
  id: 'crash-loop',
  name: 'a container that keeps ending is shown as such, with what it said before',
  needs: ['programs'],
  files: {
    'bad.yaml': `apiVersion: v1
kind: Pod
metadata: { name: bad }
spec:
  containers:
    - name: main
      image: bad:1
      command: [sh, -c, "echo about to fail; exit 3"]
`,
    'annotated.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: annotated
  annotations: { simulate.banyan.dev/crash-loop: "7" }
spec:
  containers: [{ name: main, image: "annotated:1" }]
`,
  },
  async run(user) {
    await user.kubectl('apply -f bad.yaml -f annotated.yaml');
    await user.waitFor('get pod bad', 'CrashLoopBackOff');
    const row = await user.kubectl('get pod bad --no-headers');
    assert.match(row, /^bad +0\/1 +CrashLoopBackOff +[1-9]/);
    const last = await user.kubectl(
      "get pod bad -o jsonpath='{.status.containerStatuses[0].lastState.terminated.exitCode} {.status.containerStatuses[0].lastState.terminated.reason} {.status.containerStatuses[0].state.waiting.reason}'",
    );
    assert.equal(last, '3 Error CrashLoopBackOff');
    assert.equal(await user.kubectl('logs bad --previous'), 'about to fail\n');
    const described = await user.kubectl('describe pod bad');
    assert.match(described, /BackOff .*Back-off restarting failed container main in pod bad_crash-loop/);
    await user.waitFor('get pod annotated', 'CrashLoopBackOff');
    const code = await user.kubectl(
      "get pod annotated -o jsonpath='{.status.containerStatuses[0].lastState.terminated.exitCode}'",
    );
    assert.equal(code, '7');
    await user.kubectl('delete pod bad annotated --now');
  },
};
