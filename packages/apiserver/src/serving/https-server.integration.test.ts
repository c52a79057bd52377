import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { test } from 'node:test';
import { startTestApiServer } from '../test-api-server.ts';

test('a connection that is idle is kept as long as kube-apiserver keeps it', async () => {
  await using server = await startTestApiServer();
  const agent = new Agent({ keepAlive: true });
  const asked = request(`${server.server}/version`, { agent, ca: server.ca.certificate });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  assert.equal(answer.headers['keep-alive'], 'timeout=90');
  agent.destroy();
});
