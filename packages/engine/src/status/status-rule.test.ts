import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { objectStatus } from './object-status.ts';
import type { StatusRule } from './status-rule.ts';

const RULE: StatusRule = {
  group: 'example.com',
  kind: 'Database',
  healthy: [
    { path: '/status/state', equals: 'Running' },
    { path: '/status/instances/ready', atLeastPath: '/spec/instances' },
  ],
  degraded: [
    { path: '/status/state', equals: 'Broken' },
    { condition: 'BackupFailed', status: 'True' },
  ],
  message: '/status/text',
  counters: { replicas: '/spec/instances', readyReplicas: '/status/instances/ready', failed: '/status/none' },
};

function database(status: Record<string, unknown>, generation = 1): KubeObject {
  const metadata = { name: 'd', generation };
  return { apiVersion: 'example.com/v2', kind: 'Database', metadata, spec: { instances: 2 }, status };
}

const ROWS: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ state: 'Running', instances: { ready: 2 } }, 'healthy'],
  [
    { state: 'Running', instances: { ready: 1 } },
    'progressing: not yet: /status/instances/ready is at least /spec/instances',
  ],
  [{ state: 'Running' }, 'progressing: not yet: /status/instances/ready is at least /spec/instances'],
  [{ state: 'Starting', text: 'pulling' }, 'progressing: pulling'],
  [{ state: 'Broken' }, 'degraded: /status/state is Broken'],
  [
    { state: 'Running', conditions: [{ type: 'BackupFailed', status: 'True' }] },
    'degraded: BackupFailed is True',
  ],
];

for (const [status, expected] of ROWS) {
  test(`by rule: ${JSON.stringify(status)}`, () => {
    const { health, message } = objectStatus(database(status), [RULE]);
    assert.equal(message === undefined ? health : `${health}: ${message}`, expected);
  });
}

test('a rule says what is counted, and an old status is old by a rule too', () => {
  const status = objectStatus(
    database({ state: 'Running', instances: { ready: 2 }, observedGeneration: 1 }, 2),
    [RULE],
  );
  assert.deepEqual(status, {
    health: 'progressing',
    message: 'the last change is not yet observed',
    counters: { replicas: 2, readyReplicas: 2 },
  });
});

test('a rule is for its own group and kind', () => {
  const other = { ...database({ state: 'Broken' }), apiVersion: 'example.org/v1' };
  assert.equal(objectStatus(other, [RULE]).health, 'healthy');
});
