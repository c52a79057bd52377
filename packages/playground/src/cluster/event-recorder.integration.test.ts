import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@banyan/controller';
import { eventually } from '@banyan/testing';
import { eventRecorder } from './event-recorder.ts';
import { startPlaygroundCluster } from './playground-cluster.ts';
import { EVENTS } from './resources.ts';

interface Seen {
  readonly reason?: string;
  readonly count?: number;
  readonly involvedObject?: { readonly fieldPath?: string };
}

test('events come in the order in which they were told; the same one again is counted', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'one', nodes: 0, kubeletEndpoint: false });
  t.after(() => cluster.stop());
  const recorder = eventRecorder(cluster.objects, { component: 'test', host: 'node', clock: systemClock });
  const metadata = { namespace: 'default', name: 'p', uid: 'u' };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata };
  const seen = () => [...cluster.objects.list(EVENTS, 'default')] as Seen[];
  const reasons = ['Scheduled', 'Pulling', 'Pulled', 'Created', 'Started'];
  for (const reason of reasons) recorder.record(pod, { type: 'Normal', reason, message: 'words' });
  await eventually('all are there', () => seen().length === reasons.length);
  assert.deepEqual(
    seen().map(({ reason }) => reason),
    reasons,
  );
  recorder.record(pod, { type: 'Normal', reason: 'Started', message: 'words' });
  await eventually('counted', () => seen().at(-1)?.count === 2);
  const fieldPath = 'spec.containers{c}';
  recorder.record(pod, { type: 'Normal', reason: 'Started', message: 'words', fieldPath });
  await eventually('another part is another event', () => seen().length === reasons.length + 1);
  assert.equal(seen().at(-1)?.involvedObject?.fieldPath, fieldPath);
});
