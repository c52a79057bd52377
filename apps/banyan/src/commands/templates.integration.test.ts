import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { startBanyan } from './demo-folder/banyan-process-fixture.ts';
import { startHub, temporaryFolder } from './hub/hub-fixture.ts';
import { terminal, writeApp } from './people/template-fixture.ts';
import { workOnTemplates } from './people/template-scenario.ts';

/** The npm package has kubectl for one kind of machine. */
const skip = process.platform === 'linux' && process.arch === 'x64' ? false : 'no kubectl for this machine';

test('what people do with templates, from the terminal', { skip }, async (t) => {
  const dir = await temporaryFolder(t);
  const hub = await startHub(t, dir);
  const run = await terminal(dir, hub.kubeconfig);
  await workOnTemplates(t, { dir, hub, run, app: await writeApp(dir) });
});

test('a watch goes on until it is stopped, and nothing is left of it', { skip }, async (t) => {
  const dir = await temporaryFolder(t);
  const hub = await startHub(t, dir);
  const run = await terminal(dir, hub.kubeconfig);
  const where = ['-n', 'shop', '--kubeconfig', hub.kubeconfig];
  const watching = startBanyan(['get', 'configmaps', '-o', 'name', '-w', ...where]);
  assert.equal((await run(['banyan', 'create', 'configmap', 'one', ...where])).code, 0);
  await eventually('it is told', () => watching.output().includes('configmap/one\n'));
  process.kill(watching.pid, 'SIGTERM');
  assert.notEqual(await watching.exited, 0);
  assert.equal(watching.output(), 'configmap/one\n');
});

test('a hub without templates, and one that is not there, are told in the last line', { skip }, async (t) => {
  const dir = await temporaryFolder(t);
  const hub = await startHub(t, dir, ['--feature-gates=ShadowAPI=false']);
  const run = await terminal(dir, hub.kubeconfig);
  const app = await writeApp(dir);
  for (const line of ['banyan get deployments', `banyan apply -f ${app}`]) {
    const { code, stderr } = await run(line);
    assert.equal(code, 1);
    assert.match(stderr, /^https:\S+ keeps no templates: .*feature gate ShadowAPI is off\. .*\n$/m);
  }
  await hub.program.stop();
  const { code, stderr } = await run('banyan get deployments');
  assert.equal(code, 1);
  assert.match(stderr, /^the hub does not answer: .*\n$/m);
  const nowhere = await run('banyan get deployments --kubeconfig none');
  assert.deepEqual([nowhere.code, nowhere.stderr.startsWith('banyan get: no kubeconfig: ')], [1, true]);
});
