import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resourceQuotaRules } from './resource-quota.ts';

const quota = (spec: object) => ({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q' }, spec });
const messages = (spec: object) =>
  (resourceQuotaRules.validate?.(quota(spec)) ?? []).map(({ message }) => message);

test('what cannot be counted in a scope is told once for each', () => {
  const hard = { pods: '1', cpu: '1', memory: '1', 'count/x': '1' };
  const why = 'Invalid value: ["BestEffort"]: unsupported scope applied to resource';
  assert.deepEqual(messages({ hard, scopes: ['BestEffort'] }), [why, why]);
});

test('causes that show everything are few, however much there is', { timeout: 60_000 }, () => {
  const names = Array.from({ length: 30_000 }, (_, i) => [`hugepages-${i}`, '1']);
  const scopes = Array.from({ length: 30_000 }, () => 'BestEffort');
  const matchExpressions = scopes.map((scopeName) => ({ scopeName, operator: 'Exists' }));
  assert.equal(messages({ hard: Object.fromEntries(names), scopes }).length, 10);
  assert.equal(messages({ hard: Object.fromEntries(names), scopeSelector: { matchExpressions } }).length, 10);
});
