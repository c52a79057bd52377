import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { httpsExchange } from '@banyan/testing';
import { startTestApiServer } from '../test-api-server.ts';

test('a namespace that is being deleted stays when its status is written, until it is finalized', async () => {
  await using api = await startTestApiServer();
  const path = '/api/v1/namespaces/short';
  const send = async (method: string, to: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const request = { method, path: to, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await httpsExchange(api.admin, request);
    return { status: response.status, object: JSON.parse(response.body.toString()) as KubeObject };
  };
  await send('POST', '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'short' },
  });
  const { object: marked } = await send('DELETE', path);
  const conditions = [{ type: 'NamespaceContentRemaining', status: 'True' }];
  const told = await send('PUT', `${path}/status`, {
    ...marked,
    status: { phase: 'Terminating', conditions },
  });
  assert.equal(told.status, 200);
  const { status, object } = await send('GET', path);
  assert.equal(status, 200);
  const finalized = await send('PUT', `${path}/finalize`, { ...object, spec: {} });
  assert.equal(finalized.status, 200);
  assert.equal((await send('GET', path)).status, 404);
});
