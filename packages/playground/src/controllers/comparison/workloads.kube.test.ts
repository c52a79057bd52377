import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { eventually, httpsExchange, startCluster } from '@banyan/testing';
import { startPlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { ComparedCluster } from './compared-cluster.ts';
import { DEPLOYMENT_SCENARIOS } from './deployment-scenarios.ts';
import { JOB_SCENARIOS } from './job-scenarios.ts';
import { ORDERED_SCENARIOS } from './ordered-scenarios.ts';
import { shownObjects } from './shown-objects.ts';
import { ScenarioPlace } from './workload-scenario.ts';

const TURNS = 3;

const NODES = [
  { name: 'node-a1', labels: { pool: 'a' } },
  { name: 'node-a2', labels: { pool: 'a' } },
  { name: 'node-b1', labels: { pool: 'b' } },
];

describe('workload controllers leave the same behind as real ones', () => {
  const clusters: ComparedCluster[] = [];
  const stops: (() => Promise<void>)[] = [];
  before(async () => {
    const real = await startCluster({ controllers: true });
    stops.push(() => real.stop());
    const playground = await startPlaygroundCluster({ name: 'played', nodes: 0 });
    stops.push(() => playground.stop());
    const { server, certificates } = playground;
    const peer = { server, ca: certificates.ca, ...certificates.admin };
    clusters.push(
      new ComparedCluster({ request: (request) => real.request(request), eventually }),
      new ComparedCluster({ request: (request) => httpsExchange(peer, request), eventually }),
    );
    for (const cluster of clusters)
      for (const metadata of NODES) await cluster.create('/api/v1/nodes', { metadata });
  });
  after(async () => {
    for (const stop of stops) await stop();
  });
  const scenarios = [...DEPLOYMENT_SCENARIOS, ...ORDERED_SCENARIOS, ...JOB_SCENARIOS];
  for (const [i, { name, run }] of scenarios.entries()) {
    test(name, async () => {
      const compared = async (turn: number) => {
        const namespace = `scenario-${i}-${turn}`;
        return Promise.all(
          clusters.map(async (cluster) => {
            await cluster.create('/api/v1/namespaces', { metadata: { name: namespace } });
            await run(new ScenarioPlace(cluster, namespace));
            return shownObjects(cluster, namespace);
          }),
        );
      };
      // What real controllers leave behind depends, now and then, on which of their watches was faster: a difference
      // is one that shows each time.
      for (let turn = 0; turn < TURNS - 1; turn++) {
        const [real, played] = await compared(turn);
        if (isDeepStrictEqual(played, real)) return;
      }
      const [real, played] = await compared(TURNS - 1);
      assert.deepEqual(played, real);
    });
  }
});
