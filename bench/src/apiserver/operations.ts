import { finished } from 'node:stream/promises';
import type { KubeClient } from '@banyan/kube';
import { CONFIG_MAPS, configMap } from '../bench-cluster.ts';

/** One kind of request, asked again and again with `i` = 0, 1, 2 … */
export interface Operation {
  readonly name: string;
  readonly atOnce: number;
  readonly count: number;
  readonly request: (client: KubeClient, i: number) => Promise<unknown>;
}

/** In this order: each works on what the one before it left. */
export function operations(objects: number): readonly Operation[] {
  const applied = (i: number, revision: number) => {
    const object = configMap(i, revision);
    return { ...object, metadata: { ...object.metadata, name: `applied-${i}` } };
  };
  const writes = { atOnce: 32, count: objects };
  return [
    {
      name: 'create',
      ...writes,
      request: (client, i) => client.create(CONFIG_MAPS, configMap(i), { fieldManager: 'bench' }),
    },
    {
      name: 'create, one at a time',
      atOnce: 1,
      count: Math.ceil(objects / 10),
      request: (client, i) => client.create(CONFIG_MAPS, configMap(objects + i), { fieldManager: 'bench' }),
    },
    {
      name: 'get',
      ...writes,
      request: (client, i) => client.get(CONFIG_MAPS, { namespace: 'default', name: `object-${i}` }),
    },
    {
      name: 'update',
      ...writes,
      request: (client, i) => client.update(CONFIG_MAPS, configMap(i, 1), { fieldManager: 'bench' }),
    },
    {
      name: 'apply, new',
      ...writes,
      request: (client, i) => client.apply(CONFIG_MAPS, applied(i, 0), { fieldManager: 'bench' }),
    },
    {
      name: 'apply, changed',
      ...writes,
      request: (client, i) => client.apply(CONFIG_MAPS, applied(i, 1), { fieldManager: 'bench' }),
    },
    {
      name: 'apply, unchanged',
      ...writes,
      request: (client, i) => client.apply(CONFIG_MAPS, applied(i, 1), { fieldManager: 'bench' }),
    },
    {
      name: `list of ${(2 * objects + Math.ceil(objects / 10)).toLocaleString('en-US')}`,
      atOnce: 1,
      count: 5,
      request: async (client) => {
        const { body } = await client.request({
          method: 'GET',
          path: '/api/v1/namespaces/default/configmaps',
        });
        return finished(body.resume());
      },
    },
    {
      name: 'delete',
      ...writes,
      request: (client, i) => client.delete(CONFIG_MAPS, { namespace: 'default', name: `applied-${i}` }),
    },
  ];
}
