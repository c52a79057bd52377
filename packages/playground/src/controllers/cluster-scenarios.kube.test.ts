import { after, before, describe, it } from 'node:test';
import { startCluster, type Cluster } from '@banyan/testing';
import { clusterScenarios } from './cluster-scenarios.ts';
import type { ScenarioCluster } from './scenario.ts';

/** The garbage collector looks for new kinds every half a minute. */
const DEADLINE_MS = 180_000;

describe('in a real cluster', { concurrency: 4 }, () => {
  let cluster: Cluster;
  before(async () => {
    const controllerManagerArgs = ['--controllers=*,bootstrapsigner,tokencleaner'];
    cluster = await startCluster({ controllers: true, scheduler: true, kwokNodes: 3, controllerManagerArgs });
  });
  after(() => cluster.stop());
  const reached = (): ScenarioCluster => ({
    json: (method, path, body) => cluster.json(method, path, body),
    until: (what, isTrue) => cluster.until(what, isTrue, DEADLINE_MS),
  });
  for (const { name, run, isPlaygroundOnly } of clusterScenarios)
    if (isPlaygroundOnly !== true) it(name, () => run(reached()));
});
