import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { FakeClock } from '@banyan/testing';
import { EventRecorder, type EventClient } from './event-recorder.ts';

const ABOUT: KubeObject = {
  apiVersion: 'apps.clusternet.io/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 'app', namespace: 'default', uid: 'u' },
};
const SCHEDULED = { type: 'Normal', reason: 'Scheduled', message: 'to 2 clusters' } as const;

class Written implements EventClient {
  readonly events: KubeObject[] = [];
  fails = false;

  create(_resource: unknown, event: KubeObject): Promise<unknown> {
    if (this.fails) return Promise.reject(new Error('full'));
    this.events.push(event);
    return Promise.resolve(event);
  }
}

test('what was said is not said again until ten minutes are over', async () => {
  const client = new Written();
  const clock = new FakeClock();
  const recorder = new EventRecorder({ client, component: 'banyan-scheduler', clock });
  recorder.record(ABOUT, SCHEDULED);
  recorder.record(ABOUT, SCHEDULED);
  recorder.record(ABOUT, { ...SCHEDULED, message: 'to 3 clusters' });
  await clock.advance(600_000);
  recorder.record(ABOUT, SCHEDULED);
  await new Promise(setImmediate);
  assert.deepEqual(
    client.events.map(({ message }) => message),
    ['to 2 clusters', 'to 3 clusters', 'to 2 clusters'],
  );
  assert.equal(new Set(client.events.map(({ metadata }) => metadata.name)).size, 3);
  await recorder.close();
});

test('an event that cannot be written is lost, and the next ones are not', async () => {
  const client = new Written();
  const recorder = new EventRecorder({ client, component: 'c' });
  client.fails = true;
  recorder.record(ABOUT, SCHEDULED);
  await new Promise(setImmediate);
  client.fails = false;
  recorder.record({ ...ABOUT, metadata: { name: 'x'.repeat(253) } }, SCHEDULED);
  await new Promise(setImmediate);
  assert.equal(client.events.length, 1);
  assert.equal(client.events[0]?.metadata.namespace, 'default');
  assert.ok((client.events[0]?.metadata.name?.length ?? 999) <= 253);
  await recorder.close();
});

test('a hundred events are written at once, more of them twenty a second, warnings first', async () => {
  const client = new Written();
  const clock = new FakeClock();
  const recorder = new EventRecorder({ client, component: 'c', clock });
  for (let i = 0; i < 110; i++) recorder.record(ABOUT, { ...SCHEDULED, message: `normal ${i}` });
  await new Promise(setImmediate);
  assert.equal(client.events.length, 100);
  recorder.record(ABOUT, { type: 'Warning', reason: 'FailedScheduling', message: 'nothing fits' });
  await clock.advance(50);
  await new Promise(setImmediate);
  assert.equal(client.events.length, 101);
  assert.equal(client.events[100]?.['message'], 'nothing fits');
  await clock.advance(150);
  await new Promise(setImmediate);
  assert.equal(client.events.length, 104);
  await recorder.close();
  assert.equal(client.events.length, 104);
});
