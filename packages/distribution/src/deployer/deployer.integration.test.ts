import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { configMap } from './test-objects.ts';
import { startTestWorld } from './test-world.ts';

test('a work arrives in its member, follows its changes, and goes with its Description', async (t) => {
  const { describe, description, endDescription, configMaps } = await startTestWorld(t);
  await describe('app', [configMap('a', { x: '1' }), configMap('b')]);
  await eventually('both are there', async () => Object.keys(await configMaps()).length === 2);
  await eventually('the status says so', async () => (await description('app'))?.status?.phase === 'Success');

  await describe('app', [configMap('a', { x: '2' }), configMap('c')]);
  await eventually('changed, added, pruned', async () => {
    const found = await configMaps();
    return found['a']?.['x'] === '2' && 'c' in found && !('b' in found);
  });

  await endDescription('app');
  await eventually('the Description is gone', async () => (await description('app')) === undefined);
  assert.deepEqual(await configMaps(), {});
});
