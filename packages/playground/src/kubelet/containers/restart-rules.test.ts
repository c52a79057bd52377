import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Container } from '@banyan/api/objects';
import { restartReason, restarts } from './restart-rules.ts';

const ENDS: readonly [...Parameters<typeof restarts>, boolean][] = [
  ['main', 0, 'Always', true],
  ['main', 1, 'Always', true],
  ['main', 0, undefined, true],
  ['main', 0, 'OnFailure', false],
  ['main', 1, 'OnFailure', true],
  ['main', 1, 'Never', false],
  ['init', 0, 'Always', false],
  ['init', 1, 'Always', true],
  ['init', 1, 'OnFailure', true],
  ['init', 1, 'Never', false],
  ['ephemeral', 1, 'Always', false],
];

test('who is started again', () => {
  for (const [role, code, policy, expected] of ENDS)
    assert.equal(restarts(role, code, policy), expected, `${role} ${code} ${policy}`);
});

test('a new image restarts a container, new resources only if it says so', () => {
  const old: Container = { name: 'c', image: 'a:1', resources: { limits: { cpu: '1', memory: '1Gi' } } };
  const now = { ...old, resources: { limits: { cpu: '2', memory: '1Gi' } } };
  const policy = (resourceName: string) => ({
    resizePolicy: [{ resourceName, restartPolicy: 'RestartContainer' as const }],
  });
  assert.equal(restartReason(old, old), undefined);
  assert.equal(restartReason(old, { ...old, image: 'a:2' }), 'definition changed');
  assert.equal(restartReason(old, now), undefined);
  assert.equal(restartReason(old, { ...now, ...policy('memory') }), undefined);
  assert.equal(restartReason(old, { ...now, ...policy('cpu') }), 'resize requires restart');
});
