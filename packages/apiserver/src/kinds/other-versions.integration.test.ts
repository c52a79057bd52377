import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { httpsExchange } from '@banyan/testing';
import { startTestApiServer, type TestApiServer } from '../test-api-server.ts';

const OLD = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers';
const NEW = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';
const CORE_EVENTS = '/api/v1/namespaces/default/events';
const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events';
const MERGE = 'application/merge-patch+json';

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const event = {
  eventTime: '2026-01-01T00:00:00.000000Z',
  reportingController: 'x.example/test',
  reportingInstance: 'i',
  action: 'A',
  reason: 'R',
  type: 'Normal',
  regarding: { kind: 'Pod', namespace: 'default', name: 'p' },
  note: 'n',
};

describe('objects that are kept in one form and served in two', () => {
  let server: TestApiServer;
  before(async () => {
    server = await startTestApiServer();
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    assert.deepEqual(server.defects, []);
  });

  async function ask<T = KubeObject>(
    method: string,
    path: string,
    body?: object,
    type = 'application/json',
  ): Promise<T> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } };
    const response = await httpsExchange(server.admin, { method, path, ...sent });
    assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${response.body.toString()}`);
    return JSON.parse(response.body.toString()) as T;
  }

  it('what autoscaling/v1 cannot say stays when v1 writes', async () => {
    const memory = { name: 'memory', target: { type: 'Utilization', averageUtilization: 60 } };
    const metrics = [{ type: 'Resource', resource: memory }];
    await ask('POST', NEW, { metadata: { name: 'a' }, spec: { scaleTargetRef, maxReplicas: 3, metrics } });
    const conditions = [{ type: 'AbleToScale', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }];
    await ask('PATCH', `${NEW}/a/status`, { status: { desiredReplicas: 2, conditions } }, MERGE);
    await ask('PATCH', `${OLD}/a`, { spec: { maxReplicas: 9 } }, MERGE);
    const { spec, status } = await ask<Record<'spec' | 'status', object>>('GET', `${NEW}/a`);
    assert.deepEqual(spec, { scaleTargetRef, minReplicas: 1, maxReplicas: 9, metrics });
    assert.deepEqual(status, { desiredReplicas: 2, currentMetrics: null, conditions });
  });

  it('a status that v1 writes leaves the spec, and the spec leaves the status', async () => {
    const behavior = { scaleUp: { stabilizationWindowSeconds: 5 } };
    await ask('POST', NEW, { metadata: { name: 'b' }, spec: { scaleTargetRef, maxReplicas: 3, behavior } });
    const old = await ask('GET', `${OLD}/b`);
    const bare = { ...old, metadata: { name: 'b' } };
    await ask('PUT', `${OLD}/b/status`, { ...bare, status: { currentReplicas: 1, desiredReplicas: 1 } });
    type Shown = { spec: { behavior?: { scaleUp: { stabilizationWindowSeconds: number } } }; status: object };
    const shown = await ask<Shown>('GET', `${NEW}/b`);
    assert.equal(shown.spec.behavior?.scaleUp.stabilizationWindowSeconds, 5);
    await ask('PUT', `${OLD}/b`, bare);
    const after = await ask<Shown>('GET', `${NEW}/b`);
    assert.equal(after.spec.behavior, undefined, 'who leaves out the annotations takes away what they say');
    assert.deepEqual(after.status, { currentReplicas: 1, desiredReplicas: 1, currentMetrics: null });
  });

  it('lists of both versions have all of them, each in its form', async () => {
    for (const [path, version] of [
      [OLD, 'autoscaling/v1'],
      [NEW, 'autoscaling/v2'],
    ] as const) {
      const list = await ask<{ apiVersion: string; items: { spec: object }[] }>('GET', path);
      assert.equal(list.apiVersion, version);
      assert.deepEqual(
        list.items.map(({ spec }) => 'metrics' in spec),
        list.items.map(() => version === 'autoscaling/v2'),
      );
    }
  });

  it('an event of one group is one of the other, found by the fields of each', async () => {
    await ask('POST', EVENTS, { metadata: { name: 'new' }, ...event });
    const core = { involvedObject: event.regarding, reason: 'Old', source: { component: 'c' } };
    await ask('POST', CORE_EVENTS, { metadata: { name: 'old' }, ...core });
    const names = async (path: string) =>
      (await ask<{ items: KubeObject[] }>('GET', path)).items.map(({ metadata }) => metadata.name);
    assert.deepEqual(await names(EVENTS), ['new', 'old']);
    assert.deepEqual(await names(`${CORE_EVENTS}?fieldSelector=involvedObject.name=p,reason=R`), ['new']);
    assert.deepEqual(await names(`${EVENTS}?fieldSelector=regarding.name=p,reason=Old`), ['old']);
    assert.deepEqual(await names(`${CORE_EVENTS}?fieldSelector=source=x.example/test`), ['new']);
  });

  it('owners are those of the form in which they wrote, whichever is used next', async () => {
    const applied = { apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { name: 'ours' }, ...event };
    const apply = 'application/apply-patch+yaml';
    await ask('PATCH', `${EVENTS}/ours?fieldManager=one`, applied, apply);
    await ask('PATCH', `${CORE_EVENTS}/ours?fieldManager=two`, { message: 'other' }, MERGE);
    const { metadata } = await ask('GET', `${EVENTS}/ours`);
    const entries = (metadata.managedFields ?? []).map(({ manager, apiVersion, fieldsV1 }) => [
      manager,
      apiVersion,
      Object.keys(fieldsV1 as object).includes('f:note') ||
        Object.keys(fieldsV1 as object).includes('f:message'),
    ]);
    assert.deepEqual(entries, [
      ['one', 'events.k8s.io/v1', false],
      ['two', 'v1', true],
    ]);
  });

  it('what one version deletes waits for its finalizers in the other', async () => {
    const metadata = { name: 'held', finalizers: ['x.example/hold'] };
    await ask('POST', OLD, { metadata, spec: { scaleTargetRef, maxReplicas: 3 } });
    await ask('DELETE', `${OLD}/held`);
    const held = await ask('GET', `${NEW}/held`);
    assert.ok(held.metadata.deletionTimestamp);
    assert.equal(held.apiVersion, 'autoscaling/v2');
    await ask('PATCH', `${OLD}/held`, { metadata: { finalizers: null } }, MERGE);
    const gone = await httpsExchange(server.admin, { path: `${NEW}/held` });
    assert.equal(gone.status, 404);
  });
});
