import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KubeError } from '@banyan/kube';
import { Outage } from './outage.ts';

test('an outage is told once, and the next one again', () => {
  const told: unknown[] = [];
  const outage = new Outage((error) => told.push(error));
  outage.found('one');
  outage.found('two');
  outage.over();
  outage.found(new KubeError('Expired', 'too old'));
  outage.found('three');
  assert.deepEqual(told, ['one', 'three']);
});
