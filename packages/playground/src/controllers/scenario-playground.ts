import { httpsExchange } from '@banyan/testing';
import { startPlaygroundCluster, type PlaygroundClusterOptions } from '../cluster/playground-cluster.ts';
import type { ScenarioCluster } from './scenario.ts';

/** A playground cluster, reached as any client reaches one. */
export async function startScenarioPlayground(
  options: Partial<PlaygroundClusterOptions> = {},
): Promise<ScenarioCluster & { stop(): Promise<void> }> {
  const cluster = await startPlaygroundCluster({ name: 'scenario', ...options });
  const { server, certificates } = cluster;
  const peer = { server, ca: certificates.ca, ...certificates.admin };
  return {
    json: async <T>(method: string, path: string, body?: object): Promise<T> => {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const request = { method, path, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await httpsExchange(peer, request);
      const text = response.body.toString();
      if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text) as T;
    },
    stop: () => cluster.stop(),
  };
}
