import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { CertificateAuthority } from '@banyan/kube';
import { eventually, httpsExchange, startCluster } from '@banyan/testing';
import fc from 'fast-check';
import { startApiServer } from '../../api-server.ts';
import { ObjectStore } from '../../storage/object-store.ts';
import { memoryPersistence } from '../../storage/persistence.ts';
import { anyOperation, DEFINITION, type Operation } from './random-operation.ts';

const SEED = 1;
const OPERATIONS = 1500;
const VALIDITY = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 3_600_000) };

interface Answer {
  readonly status: number;
  readonly warning: unknown;
  readonly body: unknown;
}

type Ask = (
  method: string,
  path: string,
  options?: { body?: string; type?: string; accept?: string },
) => Promise<Answer>;

interface Asked {
  request(request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  }): Promise<{ status: number; headers: object; body: Buffer }>;
}

function asking(server: Asked): Ask {
  return async (method, path, { body, type = 'application/json', accept } = {}) => {
    const headers = { 'content-type': type, 'user-agent': 'test', ...(accept && { accept }) };
    const answer = await server.request({ method, path, headers, ...(body !== undefined && { body }) });
    const text = answer.body.toString();
    const { warning } = answer.headers as { warning?: unknown };
    return { status: answer.status, warning, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
}

test('random operations on things are answered as the real server answers them', async (t) => {
  const cluster = await startCluster({ name: 'things' });
  t.after(() => cluster.stop());
  const [theirs, ours] = [asking(cluster), await startOurs(t)];
  for (const ask of [theirs, ours]) await define(ask);
  const operations = fc.sample(anyOperation, { seed: SEED, numRuns: OPERATIONS });
  const said: string[] = [];
  for (const operation of operations) {
    said.push(JSON.stringify(operation));
    const expected = comparable(await perform(theirs, operation));
    const actual = comparable(await perform(ours, operation));
    assert.deepEqual(actual, expected, said.slice(-6).join('\n'));
  }
});

async function startOurs(t: TestContext): Promise<Ask> {
  const ca = CertificateAuthority.create('test', VALIDITY.notBefore, VALIDITY.notAfter);
  const own = ca.issue({ commonName: 'apiserver', hosts: ['127.0.0.1'], usages: ['server'], ...VALIDITY });
  const store = await ObjectStore.open(memoryPersistence());
  const onDefect = (error: unknown) => assert.ifError(error);
  const address = { host: '127.0.0.1', port: 0, clientCa: ca.certificate };
  const server = await startApiServer({ store, ...address, ...own, onDefect });
  t.after(async () => {
    await server.stop();
    await store.close();
  });
  const admin = { commonName: 'admin', organizations: ['system:masters'], usages: ['client'] as const };
  const peer = {
    server: `https://127.0.0.1:${server.port}`,
    ca: ca.certificate,
    ...ca.issue({ ...admin, ...VALIDITY }),
  };
  return asking({ request: (request) => httpsExchange(peer, request) });
}

async function define(ask: Ask): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const made = await ask('POST', path, { body: JSON.stringify(DEFINITION) });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  await eventually('served', async () => (await ask('GET', collection('v1beta1'))).status === 200);
  // The real server makes the first create wait.
  const first = { apiVersion: 'example.test/v1', kind: 'Thing', metadata: { name: 'first' } };
  await ask('POST', collection('v1'), { body: JSON.stringify(first) });
  await ask('DELETE', `${collection('v1')}/first`);
}

function collection(version: string): string {
  return `/apis/example.test/${version}/namespaces/default/things`;
}

async function perform(ask: Ask, operation: Operation): Promise<Answer> {
  const { verb, version, name, below, manager, force } = operation;
  // A status that is sent where it does not count still takes it from managers of other versions, in the real server.
  const { status: _, ...withoutStatus } = operation.content as { status?: object };
  const content = below === '' && verb !== 'create' ? withoutStatus : operation.content;
  const all = collection(version);
  const one = `${all}/${name}${below}`;
  const isScale = below === '/scale';
  const identity = isScale
    ? { apiVersion: 'autoscaling/v1', kind: 'Scale' }
    : { apiVersion: `example.test/${version}`, kind: 'Thing' };
  const { metadata } = content as { metadata?: object };
  const whole = JSON.stringify({ ...content, ...identity, metadata: { ...metadata, name } });
  switch (verb) {
    case 'create':
      return ask('POST', below === '' ? all : one, { body: whole });
    case 'put': {
      const { status, body } = await ask('GET', one);
      if (status !== 200) return ask('PUT', one, { body: whole });
      const live = body as KubeObject;
      const changed = { ...live, ...content, metadata: { ...live.metadata, ...metadata } };
      return ask('PUT', one, { body: JSON.stringify(changed) });
    }
    case 'merge':
      return ask('PATCH', one, { body: JSON.stringify(content), type: 'application/merge-patch+json' });
    case 'apply': {
      // The real server cannot do that where nobody owns the replicas.
      if (isScale) return ask('GET', one);
      // Null where metadata has a map comes back as null in the real server's answer alone.
      const given = Object.entries(metadata ?? {}).filter(([, value]) => value !== null);
      const applied = { ...content, ...identity, metadata: { ...Object.fromEntries(given), name } };
      const query = `?fieldManager=${manager}&force=${force}`;
      return ask('PATCH', `${one}${query}`, {
        body: JSON.stringify(applied),
        type: 'application/apply-patch+yaml',
      });
    }
    case 'get':
      return ask('GET', one);
    case 'list':
      return ask('GET', `${all}?fieldSelector=spec.both%3Dred`);
    case 'table':
      return ask('GET', all, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
    case 'delete':
      return ask('DELETE', `${all}/${name}`);
  }
}

/** What two servers cannot have in common: ids, versions, times. */
function comparable(answer: Answer): unknown {
  const text = JSON.stringify(answer, (key, value: unknown) => {
    if (['uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp', 'time'].includes(key))
      return '*';
    return key === 'description' ? '' : value;
  });
  const plain = JSON.parse(text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '*')) as unknown;
  return sorted(plain);
}

/**
 * Entries of managedFields are in the order of their times, for which a second is too coarse; causes in that of a Go
 * map, which is none.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    if (key === 'message' && typeof each === 'string') return [key, comparableMessage(each)];
    const isUnordered = key === 'managedFields' || key === 'causes';
    return [key, isUnordered ? (each as unknown[]).map(sorted).toSorted(byText) : sorted(each)];
  });
  return Object.fromEntries(entries.toSorted(byText));
}

/** Which of several versions an object does not fit is told in more words by the real server. */
function comparableMessage(text: string): string {
  if (text.includes(' is invalid: [')) return '*';
  return text.replace(/^failed to .*(?=: \.\S+: field not declared in schema$)/, '').replace(/^: /, '');
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
