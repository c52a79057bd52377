import { after, before, describe, it } from 'node:test';
import { startCluster, type Cluster } from '@banyan/testing';
import { clusterScenarios } from './cluster-scenarios.ts';

describe('in a real cluster', { concurrency: 4 }, () => {
  let cluster: Cluster;
  before(async () => {
    const controllerManagerArgs = ['--controllers=*,bootstrapsigner,tokencleaner'];
    cluster = await startCluster({ controllers: true, scheduler: true, kwokNodes: 3, controllerManagerArgs });
  });
  after(() => cluster.stop());
  for (const { name, run } of clusterScenarios) it(name, () => run(cluster));
});
