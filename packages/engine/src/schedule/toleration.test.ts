import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Taint, Toleration } from '@banyan/api/objects';
import { tolerates, untoleratedTaint } from './toleration.ts';

const TAINT: Taint = { key: 'k', value: 'v', effect: 'NoSchedule' };

const ROWS: readonly (readonly [string, Toleration, boolean])[] = [
  ['key, value and effect', { key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule' }, true],
  ['Equal is the default', { key: 'k', value: 'v' }, true],
  ['another value', { key: 'k', value: 'w' }, false],
  ['another key', { key: 'x', operator: 'Exists' }, false],
  ['another effect', { key: 'k', operator: 'Exists', effect: 'NoExecute' }, false],
  ['Exists asks for no value', { key: 'k', operator: 'Exists' }, true],
  ['Exists without a key tolerates everything', { operator: 'Exists' }, true],
  ['no key without Exists tolerates nothing', {}, false],
  ['numbers are not compared', { key: 'k', operator: 'Gt', value: '1' }, false],
];

for (const [name, toleration, expected] of ROWS) {
  test(`tolerates: ${name}`, () => assert.equal(tolerates(toleration, TAINT), expected));
}

test('a taint without a value is tolerated by an empty value', () => {
  assert.equal(tolerates({ key: 'k' }, { key: 'k', effect: 'NoSchedule' }), true);
});

test('the first taint that matters is named', () => {
  const soft: Taint = { key: 's', effect: 'PreferNoSchedule' };
  const evict: Taint = { key: 'e', effect: 'NoExecute' };
  assert.equal(untoleratedTaint([soft, TAINT, evict], [{ key: 'k', operator: 'Exists' }]), evict);
});
