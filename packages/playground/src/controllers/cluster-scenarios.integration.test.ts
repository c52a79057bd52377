import { after, before, describe, it } from 'node:test';
import { eventually, httpsExchange } from '@banyan/testing';
import { startPlaygroundCluster, type PlaygroundCluster } from '../cluster/playground-cluster.ts';
import { clusterScenarios } from './cluster-scenarios.ts';
import type { ScenarioCluster } from './scenario.ts';

describe('in the playground', () => {
  let cluster: PlaygroundCluster;
  before(async () => {
    cluster = await startPlaygroundCluster({ name: 'scenario' });
  });
  after(() => cluster.stop());
  for (const { name, run } of clusterScenarios) it(name, () => run(reached(cluster)));
});

/** As any client reaches one. */
function reached({ server, certificates }: PlaygroundCluster): ScenarioCluster {
  const peer = { server, ca: certificates.ca, ...certificates.admin };
  return {
    until: eventually,
    json: async <T>(method: string, path: string, body?: object): Promise<T> => {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const request = { method, path, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await httpsExchange(peer, request);
      const text = response.body.toString();
      if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text) as T;
    },
  };
}
