import type { KubeObject } from '@banyan/api';
import { compactEtcd, startCluster, temporaryFolder, type Cluster } from '@banyan/testing';
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import {
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isTimeout,
  isUnauthorized,
  isUnreachable,
  KubeClient,
  loadConnection,
  type ClusterConnection,
  type ServerWarning,
} from '../index.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const SERVICE_ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };
const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments' };
const REVIEWS = { group: 'authentication.k8s.io', version: 'v1', resource: 'selfsubjectreviews' };

interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
}

const configMap = (
  name: string,
  data: Record<string, string> = {},
  labels?: Record<string, string>,
): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', ...(labels !== undefined && { labels }) },
  data,
});
const keyOf = (name: string): { namespace: string; name: string } => ({ namespace: 'default', name });

let cluster: Cluster;
let client: KubeClient;
let connection: ClusterConnection;
let folder: string;

before(async () => {
  folder = await temporaryFolder('banyan-client-');
  cluster = await startCluster();
  connection = await loadConnection({ path: cluster.kubeconfig, env: {} });
  client = new KubeClient(connection);
});

after(async () => {
  await client?.close();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function whoAmI(
  who: KubeClient,
  options: Parameters<KubeClient['create']>[2] = {},
): Promise<Record<string, unknown>> {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview', metadata: {} };
  const answer = await who.create<KubeObject>(REVIEWS, review, options);
  return (answer['status'] as { userInfo: Record<string, unknown> }).userInfo;
}

describe('objects on the real API server', () => {
  it('are created, read, changed and deleted', async () => {
    const created = await client.create(CONFIG_MAPS, configMap('crud', { a: '1' }));
    assert.ok(created.metadata.uid);
    await assert.rejects(client.create(CONFIG_MAPS, configMap('crud')), isAlreadyExists);
    const read = await client.get<ConfigMap>(CONFIG_MAPS, keyOf('crud'));
    assert.deepEqual(read.data, { a: '1' });
    const updated = await client.update(CONFIG_MAPS, { ...read, data: { a: '2' } });
    assert.deepEqual(updated.data, { a: '2' });
    await assert.rejects(client.update(CONFIG_MAPS, { ...read, data: { a: '3' } }), isConflict);
    await client.delete(CONFIG_MAPS, keyOf('crud'));
    await assert.rejects(client.get(CONFIG_MAPS, keyOf('crud')), isNotFound);
    await assert.rejects(client.delete(CONFIG_MAPS, keyOf('crud')), isNotFound);
  });

  it('take the four kinds of patches', async () => {
    await client.create(DEPLOYMENTS, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'patched', namespace: 'default' },
      spec: {
        replicas: 0,
        selector: { matchLabels: { a: 'b' } },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: { containers: [{ name: 'one', image: 'one' }] },
        },
      },
    });
    const key = keyOf('patched');
    const containers = (object: KubeObject): { name: string; image: string }[] =>
      (object['spec'] as { template: { spec: { containers: { name: string; image: string }[] } } }).template
        .spec.containers;
    const sidecar = { spec: { template: { spec: { containers: [{ name: 'two', image: 'two' }] } } } };
    const strategic = await client.patch(DEPLOYMENTS, key, { type: 'strategic', body: sidecar });
    assert.deepEqual(
      containers(strategic)
        .map(({ name }) => name)
        .toSorted(),
      ['one', 'two'],
    );
    const merged = await client.patch(DEPLOYMENTS, key, { type: 'merge', body: sidecar });
    assert.deepEqual(
      containers(merged).map(({ name }) => name),
      ['two'],
    );
    const operation = { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'new' };
    const json = await client.patch(DEPLOYMENTS, key, { type: 'json', body: [operation] });
    assert.equal(containers(json)[0]?.image, 'new');
    const wrong = { op: 'remove', path: '/spec/nothing' };
    await assert.rejects(client.patch(DEPLOYMENTS, key, { type: 'json', body: [wrong] }), isInvalid);
    const applied = await client.apply(
      DEPLOYMENTS,
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: key, spec: { replicas: 0, paused: true } },
      { fieldManager: 'banyan', force: true },
    );
    assert.equal((applied['spec'] as { paused: boolean }).paused, true);
    const scaled = await client.patch(
      DEPLOYMENTS,
      key,
      { type: 'merge', body: { spec: { replicas: 3 } } },
      { subresource: 'scale' },
    );
    assert.equal(scaled.kind, 'Scale');
  });

  it('are applied, and a field of someone else is a conflict that names its owner', async () => {
    await client.apply(CONFIG_MAPS, configMap('shared', { key: 'mine' }), { fieldManager: 'first' });
    const theirs = configMap('shared', { key: 'theirs' });
    await assert.rejects(client.apply(CONFIG_MAPS, theirs, { fieldManager: 'second' }), (error) => {
      assert.ok(isConflict(error));
      assert.match(error.message, /conflict with "first": \.data\.key .*apply with force/);
      assert.equal(error.status?.details?.causes?.[0]?.field, '.data.key');
      return true;
    });
    const forced = await client.apply<ConfigMap>(CONFIG_MAPS, theirs, {
      fieldManager: 'second',
      force: true,
    });
    assert.deepEqual(forced.data, { key: 'theirs' });
  });

  it('are not stored by a dry run', async () => {
    await client.create(CONFIG_MAPS, configMap('dry'), { dryRun: true });
    await assert.rejects(client.get(CONFIG_MAPS, keyOf('dry')), isNotFound);
    await client.create(CONFIG_MAPS, configMap('wet'));
    await client.delete(CONFIG_MAPS, keyOf('wet'), { dryRun: true });
    await client.get(CONFIG_MAPS, keyOf('wet'));
  });

  it('are deleted only as the preconditions say', async () => {
    const { metadata } = await client.create(CONFIG_MAPS, configMap('guarded'));
    const wrongUid = { preconditions: { uid: 'other' } };
    await assert.rejects(client.delete(CONFIG_MAPS, keyOf('guarded'), wrongUid), isConflict);
    const right = {
      preconditions: { uid: metadata.uid ?? '', resourceVersion: metadata.resourceVersion ?? '' },
    };
    await client.delete(CONFIG_MAPS, keyOf('guarded'), right);
  });

  it('with a finalizer come back from a delete as they are', async () => {
    const object = configMap('finalized');
    object.metadata.finalizers = ['example.com/wait'];
    await client.create(CONFIG_MAPS, object);
    const deleted = (await client.delete(CONFIG_MAPS, keyOf('finalized'))) as KubeObject;
    assert.ok(deleted.metadata.deletionTimestamp);
    await client.patch(CONFIG_MAPS, keyOf('finalized'), {
      type: 'merge',
      body: { metadata: { finalizers: null } },
    });
  });

  it('are deleted together', async () => {
    for (const name of ['c1', 'c2', 'c3']) {
      await client.create(CONFIG_MAPS, configMap(name, {}, { together: name === 'c3' ? 'no' : 'yes' }));
    }
    await client.deleteCollection(CONFIG_MAPS, { namespace: 'default', labelSelector: 'together=yes' });
    const left = await client.list(CONFIG_MAPS, { namespace: 'default', labelSelector: 'together' });
    assert.deepEqual(
      left.items.map(({ metadata }) => metadata.name),
      ['c3'],
    );
  });

  it('are listed in pages', async () => {
    for (let i = 0; i < 5; i += 1)
      await client.create(CONFIG_MAPS, configMap(`page-${i}`, {}, { paged: 'yes' }));
    const options = { namespace: 'default', labelSelector: 'paged=yes', limit: 2 };
    const names: (string | undefined)[] = [];
    let page = await client.list(CONFIG_MAPS, options);
    for (;;) {
      names.push(...page.items.map(({ metadata }) => metadata.name));
      if (page.metadata.continue === undefined) break;
      page = await client.list(CONFIG_MAPS, { ...options, continue: page.metadata.continue });
    }
    assert.deepEqual(names, ['page-0', 'page-1', 'page-2', 'page-3', 'page-4']);
  });

  it('may be had as metadata alone', async () => {
    await client.create(CONFIG_MAPS, configMap('meta', { large: 'x' }, { only: 'meta' }));
    const one = await client.get<ConfigMap>(CONFIG_MAPS, keyOf('meta'), { metadataOnly: true });
    assert.equal(one.kind, 'PartialObjectMetadata');
    assert.equal(one.data, undefined);
    const list = await client.list(CONFIG_MAPS, {
      namespace: 'default',
      labelSelector: 'only',
      metadataOnly: true,
    });
    assert.equal(list.kind, 'PartialObjectMetadataList');
    const signal = AbortSignal.timeout(300_000);
    const options = {
      ...keyOf('meta'),
      labelSelector: 'only',
      resourceVersion: '0',
      metadataOnly: true,
      signal,
    };
    for await (const event of client.watch(CONFIG_MAPS, options)) {
      assert.equal(event.object.kind, 'PartialObjectMetadata');
      break;
    }
  });

  it('with unknown fields warn, or are refused, as asked', async () => {
    const warnings: ServerWarning[] = [];
    const warned = new KubeClient(connection, { onWarning: (warning) => warnings.push(warning) });
    const strange = { ...configMap('strange'), nonsense: 1 };
    await warned.create(CONFIG_MAPS, strange, { dryRun: true, fieldValidation: 'Warn' });
    assert.deepEqual(warnings, [{ code: 299, agent: '-', text: 'unknown field "nonsense"' }]);
    await assert.rejects(
      warned.create(CONFIG_MAPS, strange, { dryRun: true, fieldValidation: 'Strict' }),
      /unknown field "nonsense"/,
    );
    await warned.close();
  });
});

describe('a watch on the real API server', () => {
  it('tells what happens, in order, with a bookmark after the initial events', async () => {
    const labelSelector = 'watched=yes';
    await client.create(CONFIG_MAPS, configMap('watched', {}, { watched: 'yes' }));
    const seen: string[] = [];
    const options = {
      namespace: 'default',
      labelSelector,
      sendInitialEvents: true,
      allowBookmarks: true,
      resourceVersionMatch: 'NotOlderThan',
      signal: AbortSignal.timeout(300_000),
    } as const;
    for await (const { type, object } of client.watch<ConfigMap>(CONFIG_MAPS, options)) {
      seen.push(type);
      if (type === 'BOOKMARK') {
        await client.patch(CONFIG_MAPS, keyOf('watched'), { type: 'merge', body: { data: { a: '1' } } });
      } else if (type === 'MODIFIED') {
        assert.deepEqual(object.data, { a: '1' });
        await client.delete(CONFIG_MAPS, keyOf('watched'));
      } else if (type === 'DELETED') break;
    }
    assert.deepEqual(seen, ['ADDED', 'BOOKMARK', 'MODIFIED', 'DELETED']);
  });

  it('ends when its time is over', async () => {
    const options = { namespace: 'default', timeoutSeconds: 1, signal: AbortSignal.timeout(300_000) };
    const lines = await Array.fromAsync(
      client.watchLines(CONFIG_MAPS, { ...options, labelSelector: 'none=such' }),
    );
    assert.deepEqual(lines, []);
  });

  it('shares its connection with many others', async () => {
    const stop = new AbortController();
    const options = { namespace: 'default', resourceVersion: '0', signal: stop.signal };
    const watches = Array.from({ length: 300 }, () => client.watchLines(CONFIG_MAPS, options));
    const first = await Promise.all(watches.map((watch) => watch.next()));
    assert.ok(first.every(({ done }) => done === false));
    stop.abort();
    await Promise.allSettled(watches.map((watch) => watch.next()));
  });
});

describe('who we are on the real API server', () => {
  it('is the user of the certificate, or whoever we act as', async () => {
    assert.equal((await whoAmI(client))['username'], 'admin');
    const impersonate = {
      user: 'jane',
      uid: '007',
      groups: ['devs', 'with,comma'],
      extra: { 'example.org/Scopes': ['one', 'two'] },
    };
    const jane = await whoAmI(client, { impersonate });
    assert.deepEqual(jane, {
      username: 'jane',
      uid: '007',
      groups: ['devs', 'with,comma', 'system:authenticated'],
      extra: { 'example.org/scopes': ['one', 'two'] },
    });
    await assert.rejects(client.list(CONFIG_MAPS, { impersonate }), isForbidden);
  });

  it('is the service account of a token, until that is gone, and the new one after it', async () => {
    const tokenFor = async (name: string): Promise<string> => {
      await client.create(SERVICE_ACCOUNTS, {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name, namespace: 'default' },
      });
      const request = {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        metadata: {},
        spec: { expirationSeconds: 600 },
      };
      const where = { namespace: 'default', name, subresource: 'token' };
      const answer = await client.create<KubeObject>(SERVICE_ACCOUNTS, request, where);
      return (answer['status'] as { token: string }).token;
    };
    const tokenFile = join(folder, 'token');
    await writeFile(tokenFile, await tokenFor('first'));
    const kubeconfig = join(folder, 'config');
    await writeFile(
      kubeconfig,
      JSON.stringify({
        'current-context': 'c',
        contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
        clusters: [
          {
            name: 'k',
            cluster: {
              server: cluster.server,
              'certificate-authority-data': Buffer.from(cluster.pki.ca.certificate).toString('base64'),
            },
          },
        ],
        users: [{ name: 'u', user: { tokenFile } }],
      }),
    );
    const bearer = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
    assert.equal((await whoAmI(bearer))['username'], 'system:serviceaccount:default:first');
    await client.delete(SERVICE_ACCOUNTS, keyOf('first'));
    // The server remembers a good token for ten seconds.
    await cluster.until('the token is refused', async () => {
      const answer = await whoAmI(bearer).catch((error: unknown) => error);
      return isUnauthorized(answer);
    });
    await writeFile(tokenFile, await tokenFor('second'));
    assert.equal((await whoAmI(bearer))['username'], 'system:serviceaccount:default:second');
    await bearer.close();
  });

  it('follows a client certificate that is rotated, while a watch goes on', async () => {
    const issue = (user: string): { cert: string; key: string } => {
      const { certificate, key } = cluster.pki.client(user, ['system:masters']);
      return { cert: certificate, key };
    };
    let clientCertificate = issue('before');
    const credentials = { get: () => Promise.resolve({ clientCertificate }), refused: () => undefined };
    const rotating = new KubeClient({ ...connection, credentials });
    assert.equal((await whoAmI(rotating))['username'], 'before');
    const options = { namespace: 'default', labelSelector: 'rotated', signal: AbortSignal.timeout(300_000) };
    const watch = rotating.watch(CONFIG_MAPS, { ...options, resourceVersion: '0' });
    const event = watch.next();
    clientCertificate = issue('after');
    assert.equal((await whoAmI(rotating))['username'], 'after');
    await client.create(CONFIG_MAPS, configMap('rotated', {}, { rotated: 'yes' }));
    assert.equal((await event).value?.object.metadata.name, 'rotated');
    await watch.return();
    await rotating.close();
  });
});

describe('a real API server that goes away', () => {
  it('ends watches, and is used again by the same client when it is back', async () => {
    const signal = AbortSignal.timeout(120_000);
    const watch = client.watchLines(CONFIG_MAPS, { namespace: 'default', labelSelector: 'no=body', signal });
    const watching = assert.rejects(watch.next(), isUnreachable);
    await client.get(CONFIG_MAPS, keyOf('wet'));
    // Killed while these are under way.
    const storm = Array.from({ length: 20 }, () => client.list(CONFIG_MAPS).catch((error: unknown) => error));
    await cluster.apiServer.kill();
    await watching;
    for (const answer of await Promise.all(storm))
      assert.ok(!(answer instanceof Error) || isUnreachable(answer));
    await assert.rejects(client.get(CONFIG_MAPS, keyOf('wet')), isUnreachable);
    await cluster.apiServer.start();
    assert.equal((await client.get(CONFIG_MAPS, keyOf('wet'))).metadata.name, 'wet');
    const again = client.watchLines(CONFIG_MAPS, { namespace: 'default', resourceVersion: '0', signal });
    assert.equal((await again.next()).done, false);
    await again.return();
  });

  it('forgets: pages and watches from before are isExpired', async () => {
    const page = await client.list(CONFIG_MAPS, { namespace: 'default', limit: 1 });
    await client.create(CONFIG_MAPS, configMap('after-the-page'));
    await compactEtcd(cluster.etcd);
    // What is in the old process' memory would still answer.
    await cluster.apiServer.stop();
    await cluster.apiServer.start();
    const next = { namespace: 'default', limit: 1, continue: page.metadata.continue ?? '' };
    await assert.rejects(client.list(CONFIG_MAPS, next), isExpired);
    const signal = AbortSignal.timeout(300_000);
    const resourceVersion = page.metadata.resourceVersion ?? '';
    const old = client.watch(CONFIG_MAPS, { namespace: 'default', resourceVersion, signal });
    await assert.rejects(old.next(), isExpired);
  });

  it('is noticed when it is only silent', async () => {
    const impatient = new KubeClient(connection, { pingIntervalMs: 100, pingTimeoutMs: 300 });
    const signal = AbortSignal.timeout(300_000);
    const watch = impatient.watchLines(CONFIG_MAPS, { namespace: 'default', resourceVersion: '0', signal });
    await watch.next();
    cluster.apiServer.signal('SIGSTOP');
    try {
      const drain = async (): Promise<void> => {
        while ((await watch.next()).done === false);
      };
      await assert.rejects(drain(), isUnreachable);
      await assert.rejects(impatient.get(CONFIG_MAPS, keyOf('wet'), { timeoutMs: 200 }), isTimeout);
    } finally {
      cluster.apiServer.signal('SIGCONT');
    }
    await impatient.close();
  });
});

it('any path may be asked raw', async () => {
  const response = await client.request({ method: 'GET', path: '/healthz' });
  assert.equal(response.status, 200);
  assert.equal(await text(response.body), 'ok');
  const missing = await client.request({ method: 'GET', path: '/apis/none/v1' });
  assert.equal(missing.status, 404);
  missing.body.resume();
});
