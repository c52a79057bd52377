import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { KubectlTarget } from './kubectl-target.ts';
import { missingCapabilities, runScenario } from './run-scenario.ts';
import type { Scenario, Step } from './scenario.ts';

/** Answers as kubectl would, for as many commands as these tests use. */
const FAKE_KUBECTL = `#!/bin/sh
case "$1" in
  config) echo '{"clusters":[{"cluster":{"server":"https://example:6443"}}],"contexts":[{"context":{}}]}' ;;
  create) echo "$2/$3 created" ;;
  fail) echo 'Error: no' >&2; exit 1 ;;
  where) pwd; echo "$KUBECONFIG" ;;
  count) echo x >> count; echo "asked $(wc -l < count | tr -d ' ') times" ;;
  read) cat ;;
  edit) cp made.txt edited.txt; "$KUBE_EDITOR" edited.txt; cat edited.txt ;;
  follow) echo started; while [ ! -e "$2" ]; do sleep 0.01; done; echo seen; echo more; exec sleep 600 ;;
  touch) touch "$2" ;;
  ends) echo only ;;
esac
`;

let dir = '';
let target: KubectlTarget;
let runs = 0;

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'banyan-run-scenario-'));
  await writeFile(join(dir, 'kubectl'), FAKE_KUBECTL, { mode: 0o700 });
  const kubeconfigFor = (user: string) => Promise.resolve(join(dir, `${user}.original`));
  target = { kubeconfig: join(dir, 'admin.original'), capabilities: new Set(), kubeconfigFor };
});

after(() => rm(dir, { recursive: true, force: true }));

/** The transcript without its title. */
async function transcriptOf(steps: readonly Step[], minor = 36): Promise<string> {
  const scenario: Scenario = {
    id: 'example',
    name: 'n',
    files: { 'made.txt': 'one two' },
    users: { jane: [] },
    steps,
  };
  const kubectl = { program: join(dir, 'kubectl'), version: `1.${minor}.0` };
  runs += 1;
  const transcript = await runScenario({ scenario, target, kubectl, dir: join(dir, String(runs)) });
  return transcript.split('\n').slice(2).join('\n');
}

test('a step runs in the folder of the scenario, with a kubeconfig of its user', async () => {
  const transcript = await transcriptOf([{ run: 'where', as: 'jane' }]);
  assert.equal(transcript, 'jane$ kubectl where\nout| <dir>\nout| <temporary>/jane.kubeconfig\nexit 0\n');
});

test('an exit code that the scenario does not name is an error with what kubectl said', async () => {
  await assert.rejects(transcriptOf([{ run: 'fail' }]), /kubectl fail: exit code 1, not 0\nError: no/);
  await assert.rejects(transcriptOf([{ run: 'ends', exit: 1 }]), /kubectl ends: exit code 0, not 1/);
});

test('an exit code that the scenario names is part of the transcript', async () => {
  assert.equal(await transcriptOf([{ run: 'fail', exit: 1 }]), '$ kubectl fail\nerr| Error: no\nexit 1\n');
});

test('a step with until is asked again and only its last answer kept', async () => {
  const transcript = await transcriptOf([{ run: 'count', until: 'asked 3' }]);
  assert.equal(transcript, '$ kubectl count\nout| asked 3 times\nexit 0\n');
});

test('standard input reaches kubectl', async () => {
  assert.match(await transcriptOf([{ run: 'read', stdin: 'a\nb\n' }]), /out\| a\nout\| b\n/);
});

test("the editor makes the step's changes", async () => {
  assert.match(await transcriptOf([{ run: 'edit', edit: { two: 'three' } }]), /out~ one three\n/);
});

test('a followed command is ended after its lines, and others run meanwhile', async () => {
  const follow = { lines: 2, meanwhile: [{ run: 'touch flag' }] };
  const transcript = await transcriptOf([{ run: 'follow flag', follow }]);
  const followed = '$ kubectl follow flag\nout| started\nout| seen\nexit ended\n';
  assert.equal(transcript, `${followed}\n$ kubectl touch flag\nexit 0\n`);
});

test('a followed command that ends before its lines have come is an error', async () => {
  await assert.rejects(
    transcriptOf([{ run: 'ends', follow: { lines: 2 } }]),
    /2 lines did not come, only:\nonly/,
  );
});

test('a step is left out for a kubectl that is too old for it', async () => {
  const steps = [{ run: 'fail', sinceMinor: 34 }, { run: 'ends' }];
  assert.equal(await transcriptOf(steps, 32), '$ kubectl ends\nout| only\nexit 0\n');
});

test('a user whom the scenario does not have is a mistake in the scenario', async () => {
  await assert.rejects(transcriptOf([{ run: 'where', as: 'joe' }]), /joe is none of the scenario's users/);
});

test('what a target lacks is named', () => {
  const scenario: Scenario = { id: 'x', name: 'x', needs: ['controllers', 'kubelet'], steps: [] };
  const controllers = { ...target, capabilities: new Set(['controllers'] as const) };
  assert.deepEqual(missingCapabilities({ target: controllers, scenario }), ['kubelet']);
});
