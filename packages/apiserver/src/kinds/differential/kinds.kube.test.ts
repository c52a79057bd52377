import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { startCluster, type Cluster } from '@banyan/testing';
import { compareAnswer } from '../recorded/compare-answer.ts';
import { askCluster, collectionPath, objectPath } from './ask-cluster.ts';
import type { ManifestSource } from './manifest-source.ts';
import {
  everyManifest,
  ofStatus,
  randomManifest,
  randomNumbers,
  SOURCES,
  withoutNames,
} from './random-manifest.ts';

/** A fixed row of manifests: another seed is another row, so what fails here fails again. */
const SEED = 1;
/** Some seconds in all; each answers in a few milliseconds. */
const MANIFESTS_A_KIND = 100;

describe('random manifests are answered as the real server answers them', () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster({ name: 'kinds' });
    const account = { metadata: { name: 'default' } };
    await cluster.json('POST', '/api/v1/namespaces/default/serviceaccounts', account);
  });
  after(() => cluster.stop());

  it('creates of a Pod with each value alone', async () => {
    const pods = SOURCES.find(({ resource }) => resource === 'pods');
    assert.ok(pods);
    for (const manifest of everyManifest(pods)) {
      const write = await askCluster(cluster, pods, manifest);
      if (write) assert.doesNotThrow(() => compareAnswer(write), write.title);
    }
  });

  for (const source of SOURCES) {
    const { kind } = source.kind;
    const { name } = (source.base as KubeObject).metadata;
    let live: KubeObject;

    it(`creates of a ${kind} (${name})`, async () => {
      const random = randomNumbers(SEED);
      for (let i = 0; i < MANIFESTS_A_KIND; i += 1) {
        const write = await askCluster(cluster, source, randomManifest(source, random));
        if (write) assert.doesNotThrow(() => compareAnswer(write), write.title);
      }
    });

    it(`updates of a ${kind} (${name})`, async () => {
      live = await makeLive(cluster, source);
      const random = randomNumbers(SEED);
      for (let i = 0; i < MANIFESTS_A_KIND; i += 1) {
        const manifest = randomManifest({ ...withoutNames(source), base: live }, random);
        const write = await askCluster(cluster, source, manifest, { live });
        if (write) assert.doesNotThrow(() => compareAnswer(write), write.title);
      }
    });

    const status = ofStatus(source);
    if (status === undefined) continue;
    it(`updates of the status of a ${kind} (${name})`, async () => {
      const random = randomNumbers(SEED);
      for (let i = 0; i < MANIFESTS_A_KIND; i += 1) {
        const manifest = randomManifest({ ...status, base: live }, random);
        const write = await askCluster(cluster, source, manifest, { live, subresource: 'status' });
        if (write) assert.doesNotThrow(() => compareAnswer(write), write.title);
      }
    });
  }
});

/** What updates start from. */
async function makeLive(cluster: Cluster, source: ManifestSource): Promise<KubeObject> {
  const made = await cluster.json<KubeObject>('POST', collectionPath(source), source.base);
  if (source.status === undefined) return made;
  const changed = { ...made, status: source.status.before };
  return cluster.json<KubeObject>('PUT', objectPath(source, made, 'status'), changed);
}
