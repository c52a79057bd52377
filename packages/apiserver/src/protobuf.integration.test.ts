import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GroupVersionKind, KubeObject } from '@banyan/api';
import { httpsExchange, type HttpsResponse } from '@banyan/testing';
import { decodeObject } from './decoding/decode-object.ts';
import { writeProtobuf } from './decoding/protobuf/write-protobuf.ts';
import { startTestApiServer, type TestApiServer } from './test-api-server.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };

let server: TestApiServer;
before(async () => {
  server = await startTestApiServer();
});
after(async () => {
  assert.deepEqual(server.defects, []);
  await server[Symbol.asyncDispose]();
});

function configMap(name: string, rest: object = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...rest };
}

function send(method: string, path: string, object: object): Promise<HttpsResponse> {
  const body = writeProtobuf(object) ?? Buffer.alloc(0);
  // Without it the body of a delete is not sent.
  const headers = { 'content-type': PROTOBUF, 'content-length': String(body.length) };
  return httpsExchange(server.admin, { method, path, headers, body });
}

async function getAsProtobuf(path: string, expected: GroupVersionKind): Promise<KubeObject> {
  const { headers, body } = await httpsExchange(server.admin, { path, headers: { accept: PROTOBUF } });
  assert.equal(headers['content-type'], PROTOBUF);
  return decodeObject(body, { mediaType: 'protobuf', expected, fieldValidation: 'Strict' }).object;
}

async function getAsJson(path: string): Promise<KubeObject> {
  return JSON.parse((await httpsExchange(server.admin, { path })).body.toString()) as KubeObject;
}

test('what is created and updated in protobuf is kept like any other object', async () => {
  const created = await send('POST', CONFIG_MAPS, configMap('a', { data: { k: '1' } }));
  assert.equal(created.status, 201, created.body.toString());
  assert.equal(created.headers['content-type'], 'application/json');
  assert.equal((await send('PUT', `${CONFIG_MAPS}/a`, configMap('a', { data: { k: '2' } }))).status, 200);
  assert.deepEqual((await getAsJson(`${CONFIG_MAPS}/a`))['data'], { k: '2' });
});

test('options of a delete may be protobuf', async () => {
  await send('POST', CONFIG_MAPS, configMap('b'));
  const options = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'another' } };
  assert.equal((await send('DELETE', `${CONFIG_MAPS}/b`, options)).status, 409);
  assert.equal(
    (await send('DELETE', `${CONFIG_MAPS}/b`, { ...options, preconditions: undefined })).status,
    200,
  );
});

test('who takes nothing but protobuf gets objects, lists and refusals so', async () => {
  await send('POST', CONFIG_MAPS, configMap('c', { binaryData: { k: 'AQI=' }, immutable: true }));
  assert.deepEqual(await getAsProtobuf(`${CONFIG_MAPS}/c`, CONFIG_MAP), await getAsJson(`${CONFIG_MAPS}/c`));
  const list = { ...CONFIG_MAP, kind: 'ConfigMapList' };
  assert.deepEqual(await getAsProtobuf(CONFIG_MAPS, list), await getAsJson(CONFIG_MAPS));
  const status = { ...CONFIG_MAP, kind: 'Status' };
  const missing = await getAsProtobuf(`${CONFIG_MAPS}/missing`, status);
  assert.deepEqual(missing, await getAsJson(`${CONFIG_MAPS}/missing`));
});

test('events do not come as protobuf, which is said', async () => {
  const refused = await getAsProtobuf(`${CONFIG_MAPS}?watch=true`, { ...CONFIG_MAP, kind: 'Status' });
  const message = 'only the following media types are accepted: application/json, application/yaml';
  assert.deepEqual([refused['code'], refused['message']], [406, message]);
});

test('reviews and what is below an object may be asked for in protobuf', async () => {
  const spec = { resourceAttributes: { verb: 'list', resource: 'pods' } };
  const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec };
  const answer = await send('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', review);
  assert.equal((JSON.parse(answer.body.toString()) as { status: { allowed: boolean } }).status.allowed, true);
  const accounts = '/api/v1/namespaces/default/serviceaccounts';
  await send('POST', accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a' } });
  const request = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { audiences: ['x'] },
  };
  const token = await send('POST', `${accounts}/a/token`, request);
  assert.equal(token.status, 201, token.body.toString());
});

test('a patch is never protobuf', async () => {
  assert.equal((await send('PATCH', `${CONFIG_MAPS}/a`, configMap('a'))).status, 415);
});

test('objects of custom kinds are not read from protobuf, options of their deletion are', async () => {
  const names = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };
  const schema = { openAPIV3Schema: { type: 'object' } };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.test' },
    spec: {
      group: 'example.test',
      scope: 'Namespaced',
      names,
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
  const made = await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  assert.equal(made.status, 201, made.body.toString());
  const things = '/apis/example.test/v1/namespaces/default/things';
  while ((await httpsExchange(server.admin, { path: things })).status !== 200);
  const refused = await send('POST', things, configMap('a'));
  assert.equal(refused.status, 415);
  const thing = JSON.stringify({ apiVersion: 'example.test/v1', kind: 'Thing', metadata: { name: 'a' } });
  const headers = { 'content-type': 'application/json' };
  await httpsExchange(server.admin, { method: 'POST', path: things, headers, body: thing });
  const options = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'another' } };
  assert.equal((await send('DELETE', `${things}/a`, options)).status, 409);
});
