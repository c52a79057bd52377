import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { beforeEach, test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import type { RawRequest, RawResponse } from '../client/request-options.ts';
import { isRetryable } from '../errors/error-predicates.ts';
import { KubeError } from '../errors/kube-error.ts';
import { Discovery } from './discovery.ts';
import { isAmbiguous, isNoMatch } from './mapping-error.ts';

const ALL_VERBS = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];
const never = new AbortController().signal;

interface TestResource {
  readonly plural: string;
  readonly kind: string;
  readonly cluster?: boolean;
  readonly short?: string;
  readonly scale?: boolean;
}
interface TestVersion {
  readonly version: string;
  readonly resources: readonly TestResource[];
  readonly broken?: boolean;
}

const PODS = { plural: 'pods', kind: 'Pod', short: 'po' };
const DEPLOYMENTS = { plural: 'deployments', kind: 'Deployment', short: 'deploy', scale: true };

/** Serves discovery as an API server does: aggregated with ETag, or one document a version. */
class DiscoveryServer {
  readonly groups = new Map<string, TestVersion[]>([
    ['', [{ version: 'v1', resources: [PODS, { plural: 'nodes', kind: 'Node', cluster: true }] }]],
    ['apps', [{ version: 'v1', resources: [DEPLOYMENTS] }]],
  ]);
  aggregated = true;
  readonly requests: string[] = [];
  readonly faults: (() => RawResponse)[] = [];
  hold: Promise<void> | undefined;

  async request({ path, headers = {} }: RawRequest): Promise<RawResponse> {
    this.requests.push(path);
    await this.hold;
    const fault = this.faults.shift();
    if (fault !== undefined) return fault();
    if (this.aggregated) return this.#aggregated(path, String(headers['if-none-match'] ?? ''));
    return this.#legacy(path);
  }

  #aggregated(path: string, knownTag: string): RawResponse {
    const items = [...this.groups]
      .filter(([group]) => (group === '') === (path === '/api'))
      .map(([group, versions]) => ({
        metadata: group === '' ? {} : { name: group },
        versions: versions.map(({ version, resources, broken }) =>
          broken === true
            ? { version, freshness: 'Stale' }
            : { version, freshness: 'Current', resources: resources.map(aggregatedResource) },
        ),
      }));
    const body = JSON.stringify({
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      items,
    });
    const etag = `"${Buffer.from(body).toString('base64').length}-${body.length}"`;
    return knownTag === etag ? respond(304, '') : respond(200, body, etag);
  }

  #legacy(path: string): RawResponse {
    if (path === '/api') return respond(200, JSON.stringify({ kind: 'APIVersions', versions: ['v1'] }));
    if (path === '/apis') {
      const groups = [...this.groups]
        .filter(([group]) => group !== '')
        .map(([name, versions]) => ({
          name,
          versions: versions
            .toReversed()
            .map(({ version }) => ({ groupVersion: `${name}/${version}`, version })),
          preferredVersion: { version: versions[0]?.version },
        }));
      return respond(200, JSON.stringify({ kind: 'APIGroupList', apiVersion: 'v1', groups }));
    }
    const [, , group = '', version = ''] = path.startsWith('/api/')
      ? path.replace('/api/', '/apis//').split('/')
      : path.split('/');
    const found = this.groups.get(group)?.find((candidate) => candidate.version === version);
    if (found === undefined) return respond(404, '404 page not found');
    if (found.broken === true) return respond(503, 'service unavailable');
    return respond(
      200,
      JSON.stringify({ kind: 'APIResourceList', resources: found.resources.flatMap(legacyResources) }),
    );
  }
}

function respond(status: number, body: string, etag?: string): RawResponse {
  return { status, headers: { etag }, body: Readable.from([Buffer.from(body)]) };
}

function aggregatedResource({ plural, kind, cluster, short, scale }: TestResource): unknown {
  return {
    resource: plural,
    responseKind: { group: '', version: '', kind },
    scope: cluster === true ? 'Cluster' : 'Namespaced',
    singularResource: kind.toLowerCase(),
    verbs: ALL_VERBS,
    ...(short !== undefined && { shortNames: [short] }),
    categories: ['all'],
    subresources: scale
      ? [
          {
            subresource: 'scale',
            responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
            verbs: ['get'],
          },
        ]
      : [],
  };
}

function legacyResources({ plural, kind, cluster, short, scale }: TestResource): unknown[] {
  const main = {
    name: plural,
    singularName: kind.toLowerCase(),
    namespaced: cluster !== true,
    kind,
    verbs: ALL_VERBS,
    ...(short !== undefined && { shortNames: [short] }),
    categories: ['all'],
  };
  const sub = { name: `${plural}/scale`, group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ['get'] };
  return scale ? [main, sub] : [main];
}

let server: DiscoveryServer;
let clock: FakeClock;
let discovery: Discovery;
let errors: unknown[];

beforeEach(() => {
  server = new DiscoveryServer();
  clock = new FakeClock();
  errors = [];
  discovery = new Discovery({ client: server, clock, onError: (error) => errors.push(error) });
});

function addCrd(): void {
  server.groups.set('example.com', [{ version: 'v1', resources: [{ plural: 'widgets', kind: 'Widget' }] }]);
}

test('two requests tell everything, and later questions ask nothing', async () => {
  const deployment = await discovery.forKind({ group: 'apps', kind: 'Deployment' }, never);
  assert.equal(deployment.resource, 'deployments');
  assert.deepEqual(deployment.subresources, [
    { name: 'scale', kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' }, verbs: ['get'] },
  ]);
  assert.equal(await discovery.resolve('no', never).catch(isNoMatch), true);
  assert.equal((await discovery.forResource({ group: '', resource: 'nodes' }, never)).namespaced, false);
  assert.deepEqual(server.requests, ['/api', '/apis']);
});

test('a server that knows only the old documents gives the same answers', async () => {
  server.groups.set('autoscaling', [
    {
      version: 'v2',
      resources: [{ plural: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler', short: 'hpa' }],
    },
    { version: 'v1', resources: [{ plural: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler' }] },
  ]);
  const modern = await discovery.mapper(never);
  server.aggregated = false;
  const legacy = await new Discovery({ client: server, clock }).mapper(never);
  assert.deepEqual(legacy.groups, modern.groups);
});

test('a server that refuses the new form with 406 is asked for the old one', async () => {
  server.aggregated = false;
  server.faults.push(
    () => respond(406, 'not acceptable'),
    () => respond(406, 'not acceptable'),
  );
  assert.equal((await discovery.resolve('deploy', never)).kind, 'Deployment');
});

for (const aggregated of [true, false]) {
  const form = aggregated ? 'aggregated' : 'old';
  test(`in the ${form} form a group whose server is down is reported apart and harms no other`, async () => {
    server.aggregated = aggregated;
    server.groups.set('metrics.k8s.io', [{ version: 'v1beta1', resources: [], broken: true }]);
    const mapper = await discovery.mapper(never);
    assert.deepEqual(mapper.stale, [{ group: 'metrics.k8s.io', version: 'v1beta1' }]);
    assert.equal(mapper.resolve('pods')?.kind, 'Pod');
    await assert.rejects(
      discovery.resolve('podmetrics', never),
      /did not answer, it may be theirs: metrics.k8s.io\/v1beta1/,
    );
  });

  test(`in the ${form} form a group whose server goes down later keeps what was known of it`, async () => {
    server.aggregated = aggregated;
    addCrd();
    await discovery.mapper(never);
    server.groups.set('example.com', [{ version: 'v1', resources: [], broken: true }]);
    const mapper = await discovery.refresh(never);
    assert.equal(mapper.resolve('widget')?.resource, 'widgets');
    assert.deepEqual(mapper.stale, [{ group: 'example.com', version: 'v1' }]);
  });
}

test('a miss asks again, so a CRD that has come is found', async () => {
  await discovery.mapper(never);
  addCrd();
  await clock.advance(2_000);
  assert.equal(
    (await discovery.forKind({ group: 'example.com', kind: 'Widget' }, never)).resource,
    'widgets',
  );
});

test('a thousand misses at once ask once', async () => {
  await discovery.mapper(never);
  addCrd();
  await clock.advance(2_000);
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => discovery.resolve('widgets', never)));
  assert.equal(new Set(answers).size, 1);
  assert.equal(server.requests.length, 4);
});

test('a thousand first questions at once ask once', async () => {
  await Promise.all(Array.from({ length: 1_000 }, () => discovery.resolve('pods', never)));
  assert.equal(server.requests.length, 2);
});

test('misses one after another ask no more often than every two seconds', async () => {
  await discovery.mapper(never);
  for (let i = 0; i < 100; i++) {
    await clock.advance(100);
    await assert.rejects(discovery.resolve('widgets', never), isNoMatch);
  }
  assert.equal(server.requests.length, 2 + 2 * 5);
});

test('after invalidate the next question asks first, and one that comes too early waits if it misses', async () => {
  await discovery.mapper(never);
  addCrd();
  discovery.invalidate();
  assert.equal((await discovery.resolve('pods', never)).kind, 'Pod');
  assert.equal(server.requests.length, 2);
  const early = discovery.resolve('widgets', never);
  await clock.advance(1_999);
  assert.equal(server.requests.length, 2);
  await clock.advance(1);
  assert.equal((await early).kind, 'Widget');
  server.groups.delete('example.com');
  await clock.advance(2_000);
  discovery.invalidate();
  await assert.rejects(discovery.resolve('widgets', never), isNoMatch);
});

test('an unchanged server answers 304, and the mapper stays the same', async () => {
  const first = await discovery.mapper(never);
  assert.equal(await discovery.refresh(never), first);
  addCrd();
  assert.notEqual(await discovery.refresh(never), first);
});

test('what is ten minutes old is renewed while it is used', async () => {
  await discovery.mapper(never);
  await clock.advance(600_000);
  await discovery.mapper(never);
  await clock.advance(0);
  assert.equal(server.requests.length, 4);
  await discovery.mapper(never);
  assert.equal(server.requests.length, 4);
});

test('while the server fails what is known is used, a miss tells the failure, and recovery is noticed', async () => {
  await discovery.mapper(never);
  await clock.advance(2_000);
  const down = (): RawResponse => {
    throw new KubeError('Unreachable', 'down');
  };
  server.faults.push(down, down);
  await assert.rejects(discovery.resolve('widgets', never), isRetryable);
  assert.equal((await discovery.resolve('pods', never)).kind, 'Pod');
  await clock.advance(2_000);
  server.faults.push(down, down);
  discovery.invalidate();
  assert.equal((await discovery.resolve('pods', never)).kind, 'Pod');
  assert.equal(errors.length, 1);
  addCrd();
  await clock.advance(2_000);
  await discovery.resolve('pods', never);
  await clock.advance(0);
  assert.equal((await discovery.resolve('widgets', never)).kind, 'Widget');
});

const firstFailures: readonly (readonly [string, () => RawResponse])[] = [
  ['a 500', () => respond(500, 'oops')],
  ['HTML', () => respond(200, '<html>')],
  ['another kind', () => respond(200, '{"kind":"Status"}')],
  ['null', () => respond(200, 'null')],
];
for (const [what, answer] of firstFailures) {
  test(`a first discovery that is answered with ${what} throws, and the next question tries again`, async () => {
    server.faults.push(answer);
    await assert.rejects(discovery.resolve('pods', never), KubeError);
    assert.equal((await discovery.resolve('pods', never)).kind, 'Pod');
  });
}

test('a server without a core group is a server', async () => {
  server.faults.push(() => respond(404, '404 page not found'));
  assert.equal((await discovery.resolve('deployments', never)).group, 'apps');
});

test('one who gives up leaves the discovery to the others', async () => {
  const held = Promise.withResolvers<void>();
  server.hold = held.promise;
  const impatient = new AbortController();
  const first = discovery.resolve('pods', impatient.signal);
  const second = discovery.resolve('pods', never);
  impatient.abort(new Error('enough'));
  await assert.rejects(first, /enough/);
  held.resolve();
  assert.equal((await second).kind, 'Pod');
  assert.equal(server.requests.length, 2);
});

test('an ambiguous word is refused with the choices', async () => {
  server.groups.set('metrics.k8s.io', [
    { version: 'v1', resources: [{ plural: 'pods', kind: 'PodMetrics' }] },
  ]);
  await assert.rejects(discovery.resolve('pods', never), (error: Error) => {
    assert.ok(isAmbiguous(error));
    return /pods\.v1\., pods\.v1\.metrics\.k8s\.io/.test(error.message);
  });
  assert.equal((await discovery.resolve('pods', never, { ambiguity: 'prefer' })).kind, 'Pod');
});
