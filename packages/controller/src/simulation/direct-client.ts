import type { ShardLeaseClient } from '../lease/lease-client.ts';
import type { ModelServer } from './model-server.ts';

/** A client whose requests take no time and never fail by themselves. */
export function directClient(server: ModelServer): ShardLeaseClient {
  return {
    get: async (_, { name }) => server.get(name),
    create: async (_, lease) => server.create(lease),
    update: async (_, lease) => server.update(lease),
    list: async (_, { labelSelector }) => server.list(labelSelector),
    delete: async (_, { name }, options) => server.delete(name, options?.preconditions?.resourceVersion),
  };
}
