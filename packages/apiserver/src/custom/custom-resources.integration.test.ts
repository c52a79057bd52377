import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { CertificateAuthority } from '@banyan/kube';
import { eventually, httpsExchange, httpsOpen, type HttpsPeer } from '@banyan/testing';
import { startApiServer } from '../api-server.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { isTrue } from './definitions/definition-conditions.ts';
import type { Definition } from './definitions/definition.ts';
import { testDefinition, testVersion, thing } from './test-definitions.ts';

const VALIDITY = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 3_600_000) };
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const THINGS = '/apis/example.test/v1/namespaces/default/things';
const MERGE = { 'content-type': 'application/merge-patch+json' };

async function openStore(t: TestContext): Promise<ObjectStore> {
  const store = await ObjectStore.open(memoryPersistence());
  t.after(() => store.close());
  return store;
}

async function startServer(t: TestContext, store: ObjectStore) {
  const ca = CertificateAuthority.create('test', VALIDITY.notBefore, VALIDITY.notAfter);
  const own = ca.issue({ commonName: 'apiserver', hosts: ['127.0.0.1'], usages: ['server'], ...VALIDITY });
  const defects: unknown[] = [];
  const server = await startApiServer({
    store,
    host: '127.0.0.1',
    port: 0,
    clientCa: ca.certificate,
    ...own,
    onDefect: (error) => defects.push(error),
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= server.stop());
  t.after(stop);
  const organizations = ['system:masters'];
  const admin = ca.issue({ commonName: 'admin', organizations, usages: ['client'], ...VALIDITY });
  const peer: HttpsPeer = { server: `https://127.0.0.1:${server.port}`, ca: ca.certificate, ...admin };
  const ask = async <T = KubeObject>(method: string, path: string, body?: object, headers = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const json = { 'content-type': 'application/json', ...headers };
    const answer = await httpsExchange(peer, { method, path, headers: json, ...sent });
    const text = answer.body.toString();
    return { status: answer.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as T };
  };
  const define = async (definition: KubeObject) => {
    assert.equal((await ask('POST', CRDS, definition)).status, 201);
    const path = `${CRDS}/${definition.metadata.name}`;
    await eventually('established', async () =>
      isTrue((await ask<Definition>('GET', path)).body, 'Established'),
    );
  };
  return { peer, ask, define, stop, defects };
}

test('a watch ends when the definition changes, and the next one sees the new schema', async (t) => {
  const { peer, ask, define, defects } = await startServer(t, await openStore(t));
  await define(testDefinition());
  const watch = await httpsOpen(peer, { path: `${THINGS}?watch=true` });
  assert.equal(watch.statusCode, 200);
  const ended = once(watch.resume(), 'end');
  const spec = { type: 'object', properties: { a: { type: 'string' } } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  const change = { spec: { versions: [testVersion({ schema })] } };
  assert.equal((await ask('PATCH', `${CRDS}/things.example.test`, change, MERGE)).status, 200);
  await ended;
  const made = await ask('POST', THINGS, thing('a', { spec: { a: 'x', gone: 1 } }));
  assert.deepEqual(made.body['spec'], { a: 'x' });
  assert.deepEqual(defects, []);
});

test('a label on the definition ends no watch; its deletion does', async (t) => {
  const { peer, ask, define } = await startServer(t, await openStore(t));
  await define(testDefinition());
  const watch = await httpsOpen(peer, { path: `${THINGS}?watch=true` });
  const path = `${CRDS}/things.example.test`;
  await ask('PATCH', path, { metadata: { labels: { a: 'b' } } }, MERGE);
  await ask('POST', THINGS, thing('a'));
  const [line] = (await once(watch, 'data')) as [Buffer];
  assert.equal((JSON.parse(line.toString()) as { type: string }).type, 'ADDED');
  const ended = once(watch.resume(), 'end');
  await ask('DELETE', path);
  await ended;
  await eventually('not served', async () => (await ask('GET', THINGS)).status === 404);
});

test('after a restart custom objects are there with the first answer', async (t) => {
  const store = await openStore(t);
  const before = await startServer(t, store);
  await before.define(testDefinition());
  await before.ask('POST', THINGS, thing('a', { spec: { b: 1 } }));
  await before.stop();
  const after = await startServer(t, store);
  assert.deepEqual((await after.ask('GET', `${THINGS}/a`)).body['spec'], { b: 1 });
  assert.equal((await after.ask('GET', '/apis/example.test/v1')).status, 200);
});

test('documents follow the definitions', async (t) => {
  const { ask, define } = await startServer(t, await openStore(t));
  type Documents = { paths: Record<string, { serverRelativeURL: string }> };
  const addresses = async () => (await ask<Documents>('GET', '/openapi/v3')).body.paths;
  assert.equal((await addresses())['apis/example.test/v1'], undefined);
  await define(testDefinition());
  const first = (await addresses())['apis/example.test/v1']?.serverRelativeURL;
  assert.ok(first);
  const description = 'what it is for';
  const schema = { openAPIV3Schema: { type: 'object', description } };
  const change = { spec: { versions: [testVersion({ schema })] } };
  await ask('PATCH', `${CRDS}/things.example.test`, change, MERGE);
  const next = (await addresses())['apis/example.test/v1']?.serverRelativeURL ?? '';
  assert.notEqual(next, first);
  type Document = { components: { schemas: Record<string, { description?: string }> } };
  const { components } = (await ask<Document>('GET', next)).body;
  assert.equal(components.schemas['test.example.v1.Thing']?.description, description);
  type Swagger = { definitions: Record<string, object> };
  const { definitions } = (await ask<Swagger>('GET', '/openapi/v2')).body;
  assert.ok(definitions['test.example.v1.Thing']);
});

test('definitions and objects that want to do harm do none', async (t) => {
  const { ask, define, defects } = await startServer(t, await openStore(t));
  for (const levels of [200, 400, 1000]) {
    let deep: object = { type: 'object' };
    for (let level = 0; level < levels; level += 1) deep = { type: 'object', properties: { a: deep } };
    const versions = [testVersion({ schema: { openAPIV3Schema: deep } })];
    const answer = await ask(
      'POST',
      CRDS,
      testDefinition({ names: { plural: 'deeps', kind: 'Deep' }, versions }),
    );
    assert.ok([201, 400, 422].includes(answer.status), `${levels} levels: ${answer.status}`);
  }
  const schema = JSON.parse(
    '{"openAPIV3Schema":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}}',
  ) as { openAPIV3Schema: object };
  await define(testDefinition({ versions: [testVersion({ schema })] }));
  const odd = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}') as Record<string, unknown>;
  const { status, body } = await ask('POST', THINGS, { ...thing('a'), ...odd });
  assert.equal(status, 201);
  assert.deepEqual(
    ['__proto__', 'constructor', 'toString'].map((key) => Object.getOwnPropertyDescriptor(body, key)?.value),
    ['a', 'b', undefined],
  );
  assert.deepEqual(defects, []);
});
