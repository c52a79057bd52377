import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { startCluster, type Cluster } from '@banyan/testing';
import { compareAnswer } from '../recorded/compare-answer.ts';
import { askCluster, collectionPath } from './ask-cluster.ts';
import { everyManifest, randomManifest, randomNumbers, SOURCES, withoutNames } from './random-manifest.ts';

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
    it(`creates of a ${kind}`, async () => {
      const random = randomNumbers(SEED);
      for (let i = 0; i < MANIFESTS_A_KIND; i += 1) {
        const write = await askCluster(cluster, source, randomManifest(source, random));
        if (write) assert.doesNotThrow(() => compareAnswer(write), write.title);
      }
    });

    it(`updates of a ${kind}`, async () => {
      const random = randomNumbers(SEED);
      const live = await cluster.json<KubeObject>('POST', collectionPath(source), source.base);
      for (let i = 0; i < MANIFESTS_A_KIND; i += 1) {
        const manifest = randomManifest({ ...withoutNames(source), base: live }, random);
        const write = await askCluster(cluster, source, manifest, live);
        if (write) assert.doesNotThrow(() => compareAnswer(write), write.title);
      }
    });
  }
});
