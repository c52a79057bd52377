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

test('a status waits for the end of a pass, and for ten seconds at first, however many passes follow', () => {
  const passes = new RunningPasses();
  assert.equal(passes.tellInMs('m|d', 0), 0);
  passes.begin('m|d');
  assert.equal(passes.tellInMs('m|d', 1000), 10_000);
  passes.end('m|d');
  passes.begin('m|d');
  assert.equal(passes.tellInMs('m|d', 4000), 7000);
  assert.equal(passes.tellInMs('m|d', 11_000), 0);
  assert.equal(passes.tellInMs('m|d', 12_000), 19_000);
  passes.end('m|d');
  assert.equal(passes.tellInMs('m|d', 13_000), 0);
});
