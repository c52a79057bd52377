import { after, before, describe, it } from 'node:test';
import { clusterScenarios } from './cluster-scenarios.ts';
import { startScenarioPlayground } from './scenario-playground.ts';

describe('in the playground', () => {
  let cluster: Awaited<ReturnType<typeof startScenarioPlayground>>;
  before(async () => {
    cluster = await startScenarioPlayground();
  });
  after(() => cluster.stop());
  for (const { name, run } of clusterScenarios) it(name, () => run(cluster));
});
