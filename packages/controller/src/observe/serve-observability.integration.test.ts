import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MetricsRegistry } from './metrics-registry.ts';
import { serveObservability } from './serve-observability.ts';

test('metrics and health are served; what is wrong is said, and only what is vital asks for a restart', async (t) => {
  const registry = new MetricsRegistry();
  registry.gauge({ name: 'up', help: 'Up.' }).set(1);
  const problems = new Map<string, string>();
  const check = (name: string, isVital: boolean) => ({ name, isVital, problem: () => problems.get(name) });
  const checks = [check('loop', true), check('hub', false)];
  const server = await serveObservability({ host: '127.0.0.1', port: 0, registry, checks });
  t.after(() => server.stop());
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
    return { status: response.status, text: await response.text() };
  };
  assert.match((await ask('/metrics')).text, /^up 1$/m);
  assert.deepEqual(await ask('/readyz'), { status: 200, text: 'ok' });
  assert.deepEqual(await ask('/readyz?verbose'), { status: 200, text: '[+]loop ok\n[+]hub ok\n' });
  problems.set('hub', 'not registered');
  assert.deepEqual(await ask('/readyz'), {
    status: 503,
    text: '[+]loop ok\n[-]hub failed: not registered\n',
  });
  assert.equal((await ask('/livez')).status, 200);
  problems.set('loop', 'stuck');
  assert.equal((await ask('/healthz')).status, 503);
  assert.equal((await ask('/elsewhere')).status, 404);
  assert.equal((await ask('/metrics', 'POST')).status, 405);
});
