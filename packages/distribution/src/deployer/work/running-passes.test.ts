import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunningPasses } from './running-passes.ts';

const WEB = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' };

test('what is seen during a pass is compared once, at its end', () => {
  const passes = new RunningPasses();
  assert.equal(passes.see('m|d', 'web', WEB), false);
  passes.begin('m|d');
  assert.equal(passes.see('m|d', 'web', WEB), true);
  assert.equal(passes.see('m|d', 'web', WEB), true);
  assert.equal(passes.see('m|other', 'web', WEB), false);
  assert.deepEqual([...passes.end('m|d')], [WEB]);
  assert.equal(passes.see('m|d', 'web', WEB), false);
  assert.deepEqual([...passes.end('m|d')], []);
});

test('a status waits for the end of a pass, and for five seconds at most, however many passes follow', () => {
  const passes = new RunningPasses();
  assert.equal(passes.tellInMs('m|d', 0), 0);
  passes.begin('m|d');
  assert.equal(passes.tellInMs('m|d', 1000), 5000);
  passes.end('m|d');
  passes.begin('m|d');
  assert.equal(passes.tellInMs('m|d', 4000), 2000);
  assert.equal(passes.tellInMs('m|d', 6000), 0);
  assert.equal(passes.tellInMs('m|d', 7000), 5000);
  passes.end('m|d');
  assert.equal(passes.tellInMs('m|d', 8000), 0);
});
