import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startCluster, type Cluster } from '@banyan/testing';
import { KubeClient } from '../client/kube-client.ts';
import { loadConnection } from '../kubeconfig/kubeconfig-connection.ts';
import type { RawRequest } from '../client/request-options.ts';
import { Discovery } from './discovery.ts';
import { isNoMatch } from './mapping-error.ts';

const CRDS = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const API_SERVICES = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
const CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: {
      plural: 'gadgets',
      singular: 'gadget',
      kind: 'Gadget',
      shortNames: ['gd'],
      categories: ['toys'],
    },
    versions: ['v1', 'v1beta1'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: { type: 'object' } },
      subresources: { status: {} },
    })),
  },
};
const never = new AbortController().signal;

let cluster: Cluster;
let client: KubeClient;

before(async () => {
  cluster = await startCluster({ name: 'discovery' });
  client = new KubeClient(await loadConnection({ path: cluster.kubeconfig, env: {} }));
});

after(async () => {
  await client.close();
  await cluster.stop();
});

function known(discovery: Discovery, word: string): () => Promise<boolean> {
  return () =>
    discovery.resolve(word, never).then(
      () => true,
      (error: unknown) => {
        if (isNoMatch(error)) return false;
        throw error;
      },
    );
}

test('what kubectl api-resources lists is what discovery found', async () => {
  const mapper = await new Discovery({ client }).mapper(never);
  const { stdout } = await cluster.kubectl(['api-resources', '--no-headers', '-o', 'wide']);
  const theirs = stdout
    .trim()
    .split('\n')
    .map(
      (line) =>
        /^(\S+)\s+(?:(\S+)\s+)?(\S+)\s+(true|false)\s+(\S+)\s+(\S+)(?:\s+(\S+))?$/.exec(line.trim()) ?? [],
    )
    .map(([, name, short = '', apiVersion, namespaced, kind, verbs, categories = '']) =>
      [name, short, apiVersion, namespaced, kind, verbs, categories].join(' '),
    );
  const ours = mapper
    .preferred()
    .map(({ resource, shortNames, group, version, namespaced, kind, verbs, categories }) =>
      [
        resource,
        shortNames.join(),
        group === '' ? version : `${group}/${version}`,
        namespaced,
        kind,
        verbs.join(),
        categories.join(),
      ].join(' '),
    );
  assert.deepEqual(ours.toSorted(), theirs.toSorted());
});

test('the old documents of the same server say the same as the new one', async () => {
  const plain = {
    request: (request: RawRequest) =>
      client.request({ ...request, headers: { ...request.headers, accept: 'application/json' } }),
  };
  const [modern, legacy] = await Promise.all(
    [client, plain].map((asked) => new Discovery({ client: asked }).mapper(never)),
  );
  const order = ({ resource }: { resource: string }, other: { resource: string }): number =>
    resource < other.resource ? -1 : 1;
  const facts = (mapper: typeof modern): unknown =>
    mapper?.groups.map(({ name, versions }) => [
      name,
      versions.map(({ version, resources }) => [
        version,
        resources.toSorted(order).map(({ subresources, ...rest }) => ({
          ...rest,
          subresources: subresources.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        })),
      ]),
    ]);
  assert.deepEqual(facts(legacy), facts(modern));
});

test('an unchanged cluster answers 304', async () => {
  const statuses: number[] = [];
  const counting = {
    request: async (request: RawRequest) => {
      const response = await client.request(request);
      statuses.push(response.status);
      return response;
    },
  };
  const discovery = new Discovery({ client: counting });
  const first = await discovery.mapper(never);
  await cluster.until('two 304', async () => {
    statuses.length = 0;
    const again = await discovery.refresh(never);
    return again === first || statuses.join() === '304,304';
  });
});

test('a CRD is found soon after it appears, by every word, and is no longer found after it is gone', async () => {
  const discovery = new Discovery({ client, minIntervalMs: 50 });
  assert.equal(await known(discovery, 'gadgets')(), false);
  await client.create(CRDS, CRD);
  await cluster.until('the CRD is discovered', known(discovery, 'gadgets'));
  for (const word of ['gadget', 'Gadget', 'gd', 'gadgets.example.com', 'gadgets.v1.example.com']) {
    const { group, version, resource, kind, namespaced } = await discovery.resolve(word, never);
    assert.deepEqual(
      { group, version, resource, kind, namespaced },
      { group: 'example.com', version: 'v1', resource: 'gadgets', kind: 'Gadget', namespaced: false },
    );
  }
  const mapper = await discovery.mapper(never);
  assert.deepEqual(
    mapper.category('toys').map(({ resource }) => resource),
    ['gadgets'],
  );
  const beta = await discovery.forKind({ group: 'example.com', version: 'v1beta1', kind: 'Gadget' }, never);
  assert.deepEqual(
    beta.subresources.map(({ name, kind }) => [name, kind]),
    [['status', { group: 'example.com', version: 'v1beta1', kind: 'Gadget' }]],
  );
  await client.delete(CRDS, { name: 'gadgets.example.com' });
  await cluster.until('the CRD is forgotten', async () => {
    discovery.invalidate();
    return !(await known(discovery, 'gadgets')());
  });
});

test('a broken APIService is reported as stale, and everything else is found', async () => {
  await client.create(API_SERVICES, {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.broken.example.com' },
    spec: {
      group: 'broken.example.com',
      version: 'v1',
      groupPriorityMinimum: 1_000,
      versionPriority: 10,
      insecureSkipTLSVerify: true,
      service: { name: 'nowhere', namespace: 'default' },
    },
  });
  const discovery = new Discovery({ client });
  await cluster.until('the group is stale', async () => {
    const { stale } = await discovery.refresh(never);
    return stale.some(({ group }) => group === 'broken.example.com');
  });
  assert.equal((await discovery.resolve('deploy', never)).kind, 'Deployment');
  await assert.rejects(discovery.resolve('brokenthings', never), /broken\.example\.com\/v1/);
  await client.delete(API_SERVICES, { name: 'v1.broken.example.com' });
});
