import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { JsonObject, JsonValue } from '@banyan/patch';
import { startCluster, type Cluster } from '@banyan/testing';
import { differences } from '../kubernetes-schema/differences.ts';
import { comparePatches, ourAnswer } from './compare-patches.ts';
import { PATCH_TYPES, type PatchMaterial } from './patch-case.ts';
import { createMaterial, patchFixtures, tryPatch } from './record-patches.ts';

const GENERATED = join(import.meta.dirname, '../../packages/patch/generated');

/** Others than that of the fixtures. One that failed once belongs here. */
const SEEDS = [1, 2];

let cluster: Cluster;
let material: PatchMaterial;

before(async () => {
  cluster = await startCluster({ name: 'patches' });
  material = await createMaterial(cluster);
});
after(() => cluster.stop());

test('the fixtures are what the real API server answers', async () => {
  const real = await patchFixtures(cluster, material);
  const stored = new Map<string, string>();
  for (const name of real.keys()) stored.set(name, await readFile(join(GENERATED, name), 'utf8'));
  assert.deepEqual(differences(stored, real), []);
});

for (const type of PATCH_TYPES) {
  for (const seed of SEEDS) {
    test(`random patches (${type}, seed ${seed}) come out as on the real API server`, async () => {
      const { tried, differences: found } = await comparePatches(cluster, material, { type, seed });
      assert.deepEqual(found, []);
      assert.ok(tried > 100, `only ${tried} were tried`);
    });
  }
}

const big = { op: 'add', path: '/data/big', value: 'x'.repeat(1024 * 1024) };
const copies = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    op: 'copy',
    from: '/data/big',
    path: `/data/copy-${index}`,
  }));

/** Too large for the fixtures. */
for (const [name, patch, outcome] of [
  ['10,000 operations', Array<JsonValue>(10_000).fill({ op: 'add', path: '/data/x', value: 'y' }), 'patched'],
  ['10,001 operations', Array<JsonValue>(10_001).fill({ op: 'add', path: '/data/x', value: 'y' }), 'refused'],
  ['copies of 2 MiB', [big, ...copies(2)], 'invalid object'],
  ['copies of more than 3 MiB', [big, ...copies(3)], 'refused'],
] as const) {
  test(`${name}: ${outcome}, as on the real API server`, async () => {
    const real = await tryPatch(cluster, 'json-patch', { original: 'configMap', patch });
    assert.equal(real?.outcome, outcome);
    const ours = ourAnswer('json-patch', material.originals.get('configMap') as JsonObject, patch);
    if (outcome === 'refused') assert.deepEqual(ours, real);
    else assert.equal(ours.outcome, 'patched');
  });
}
