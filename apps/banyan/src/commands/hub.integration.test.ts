import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { processesIn, runBanyan } from './demo-folder/banyan-process-fixture.ts';
import { startHub, temporaryFolder } from './hub/hub-fixture.ts';

test('an embedded hub serves its API, says how it is, and leaves nothing behind when it ends', async (t) => {
  const dir = await temporaryFolder(t);
  const hub = await startHub(t, dir);
  const { code, output } = await runBanyan(['clusters', '--kubeconfig', hub.kubeconfig]);
  assert.deepEqual({ code, output }, { code: 0, output: 'no members yet: add one with banyan join\n' });
  const observe = `http://127.0.0.1:${String(hub.program.field('metricsPort'))}`;
  const isReady = async () => (await fetch(`${observe}/readyz`)).status === 200;
  await eventually('the hub is ready', isReady);
  const metrics = await (await fetch(`${observe}/metrics`)).text();
  assert.match(metrics, /^clusternet_socket_connections_count 0$/m);
  assert.match(metrics, /^nodejs_eventloop_delay_p99_seconds /m);
  assert.equal(await hub.program.stop(), 0);
  assert.deepEqual(processesIn(dir), []);
});

test('an API server that is killed is started again under the same address, and the hub goes on', async (t) => {
  const dir = await temporaryFolder(t);
  const hub = await startHub(t, dir);
  const [apiServer = 0] = processesIn(dir).filter((pid) => pid !== hub.program.pid);
  process.kill(apiServer, 'SIGKILL');
  await eventually('there is another', () =>
    processesIn(dir).some((pid) => pid !== hub.program.pid && pid !== apiServer),
  );
  const path = '/apis/proxies.clusternet.io/v1alpha1';
  const isServed = () =>
    hub.client.requestJson({ method: 'GET', path }).then(
      () => true,
      () => false,
    );
  await eventually('the gateway is served again', isServed);
});

test('a hub that is killed takes its API server with it', async (t) => {
  const dir = await temporaryFolder(t);
  const hub = await startHub(t, dir);
  hub.program.kill('SIGKILL');
  await eventually('all are gone', () => processesIn(dir).length === 0);
  const again = await startHub(t, dir);
  assert.equal(await again.program.stop(), 0);
});

test('a hub that cannot begin says why in one line, and leaves nothing running', async (t) => {
  const dir = await temporaryFolder(t);
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const port = String((taken.address() as AddressInfo).port);
  const start = (flag: string) =>
    runBanyan(['hub', '--embedded', '--data-dir', dir, '--port=0', '--metrics-port=0', '-v=0', flag]);
  for (const flag of ['--secure-port', '--metrics-port', '--port']) {
    const { code, output } = await start(`${flag}=${port}`);
    assert.equal(code, 1);
    const last = output.trim().split('\n').at(-1);
    assert.equal(last, `banyan hub: port ${port} is in use; choose another with ${flag}`);
    assert.deepEqual(processesIn(dir), []);
  }
});
