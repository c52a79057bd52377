import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GroupVersionResource, KubeObject } from '@banyan/api';
import { KubeClient, loadConnection, SharedCaches } from '@banyan/kube';
import { startCluster } from '@banyan/testing';
import { formatKey, parseKey } from '../queue/key.ts';
import { Controller } from './controller.ts';
import { enqueueOn } from './enqueue-on.ts';
import type { FinishedKey } from './finished-key.ts';
import { DONE } from './reconcile.ts';

const CONFIG_MAPS: GroupVersionResource = { group: '', version: 'v1', resource: 'configmaps' };
const COUNT = 50;

interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
}

function configMap(name: string, role: string, text: string): ConfigMap {
  const metadata = { name, namespace: 'default', labels: { role } };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text } };
}

/** Of a source and of its copy: the source's. */
function keyOf({ metadata: { namespace, name = '' } }: KubeObject): string {
  return formatKey({ cluster: 'hub', namespace, name: name.replace(/-copy$/, '') });
}

test(
  'a controller copies config maps, repairs the copies, and loses nothing to an API server that is killed',
  { timeout: 1_200_000 },
  async () => {
    await using cluster = await startCluster({ durable: true });
    const client = new KubeClient(await loadConnection({ path: cluster.kubeconfig, env: {} }));
    const caches = new SharedCaches({ client, freeze: true });
    const sources = caches.objects({ resource: CONFIG_MAPS, labelSelector: 'role=source' });
    const copies = caches.objects({ resource: CONFIG_MAPS, labelSelector: 'role=copy' });
    const textOf = (object?: KubeObject) => (object as ConfigMap | undefined)?.data?.['text'];
    const finished: FinishedKey[] = [];
    const controller = new Controller({
      name: 'copy',
      caches: [sources, copies],
      concurrencyPerCluster: 16,
      backoff: { maxMs: 1_000 },
      metrics: { finished: (run) => void finished.push(run) },
      reconcile: async (key, signal) => {
        const { namespace, name } = parseKey(key);
        const text = textOf(sources.cache.get(`${namespace}/${name}`));
        if (text === undefined || textOf(copies.cache.get(`${namespace}/${name}-copy`)) === text) return DONE;
        const copy = configMap(`${name}-copy`, 'copy', text);
        await client.apply(CONFIG_MAPS, copy, { fieldManager: 'copy', force: true, signal });
        return DONE;
      },
    });
    enqueueOn(controller, sources, (source) => [keyOf(source)]);
    enqueueOn(controller, copies, (copy) => [keyOf(copy)]);
    const names = Array.from({ length: COUNT }, (_, i) => `source-${i}`);
    const allCopied = async (text: string) => {
      const { items } = await client.list<ConfigMap>(CONFIG_MAPS, {
        namespace: 'default',
        labelSelector: 'role=copy',
      });
      return items.filter((copy) => textOf(copy) === text).length === COUNT;
    };

    for (const name of names) await client.create(CONFIG_MAPS, configMap(name, 'source', 'one'));
    const stop = new AbortController();
    const running = controller.run(stop.signal);
    await cluster.until('what was there is copied', () => allCopied('one'));

    const someone = { fieldManager: 'someone', force: true };
    await client.apply(CONFIG_MAPS, configMap('source-0-copy', 'copy', 'meddled'), someone);
    await cluster.until('the copy is repaired', () => allCopied('one'));

    const half = names.length / 2;
    const change = (name: string) => client.apply(CONFIG_MAPS, configMap(name, 'source', 'two'), someone);
    for (const name of names.slice(0, half)) await change(name);
    await cluster.apiServer.kill();
    await cluster.apiServer.start();
    for (const name of names.slice(half)) await change(name);
    await cluster.until('everything is copied again', () => allCopied('two'));
    await cluster.until('nothing is left to do', async () => {
      const { ready, delayed, running: under } = controller.stats();
      return ready + delayed + under === 0;
    });
    assert.ok(finished.length >= 2 * COUNT);

    stop.abort();
    await running;
    assert.deepEqual(controller.stats(), {
      ready: 0,
      delayed: 0,
      running: 0,
      failing: 0,
      longestRunningMs: 0,
      started: false,
    });
    await caches.close();
    await client.close();
  },
);
