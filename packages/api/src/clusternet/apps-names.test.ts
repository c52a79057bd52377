import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fnv1a32, fnv1a64 } from './apps-hash.ts';
import {
  baseName,
  descriptionName,
  feedKey,
  helmReleaseName,
  localizationName,
  manifestName,
  nameHash,
} from './apps-names.ts';

const LONG = 'x'.repeat(250);

test('the hashes are the published ones', () => {
  assert.equal(fnv1a32('a'), 0xe40c292c);
  assert.equal(fnv1a64('a'), 0xaf63dc4c8601ec8cn);
  assert.match(nameHash('a'), /^[a-z2-9]{10}$/);
});

test('a feed has the key that Clusternet writes', () => {
  assert.equal(
    feedKey({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'qux', name: 'my-nginx' }),
    'apps/v1/Deployment/qux/my-nginx',
  );
  assert.equal(feedKey({ apiVersion: 'v1', kind: 'Namespace', name: 'qux' }), 'v1/Namespace/qux');
});

test('a Base has the name of its Subscription, with a hash only where another has that name', () => {
  assert.equal(baseName({ namespace: 'a', name: 'app' }), 'app');
  const taken = (name: string): boolean => name === 'app';
  const [one, two] = ['a', 'b'].map((namespace) => baseName({ namespace, name: 'app' }, taken));
  assert.match(one ?? '', /^app-[a-z2-9]{10}$/);
  assert.notEqual(one, two);
  assert.equal(one, baseName({ namespace: 'a', name: 'app' }, taken));
});

test('Descriptions, Localizations and HelmReleases are named after what they come from', () => {
  const feed = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'n', name: 'web' };
  assert.equal(descriptionName('app', 'Generic'), 'app-generic');
  assert.equal(descriptionName('app', 'Helm'), 'app-helm');
  assert.equal(descriptionName('app', 'Generic', 2), 'app-generic-2');
  assert.equal(localizationName('app', feed), `app-${nameHash('apps/v1/Deployment/n/web')}`);
  assert.equal(helmReleaseName('app-helm', { namespace: 'charts', name: 'mysql' }), 'app-helm-charts-mysql');
});

const MANIFEST_ROWS: readonly (readonly [string, Parameters<typeof manifestName>, string | RegExp])[] = [
  [
    'namespaced',
    [{ group: 'apps', resource: 'deployments', namespace: 'n', name: 'web' }],
    'deployments.n.web',
  ],
  ['cluster-scoped', [{ group: '', resource: 'namespaces', name: 'n' }], 'namespaces.n'],
  [
    'a plural of two groups',
    [{ group: 'a.io', resource: 'things', namespace: 'n', name: 't' }, true],
    /^things\.n\.t-[a-z2-9]{10}$/,
  ],
  [
    'a name over 253 characters',
    [{ group: '', resource: 'configmaps', namespace: 'n', name: LONG }],
    /^configmaps\.n\.x+-[a-z2-9]{10}$/,
  ],
  [
    'a name of RBAC',
    [{ group: 'rbac.authorization.k8s.io', resource: 'clusterroles', name: 'system:Node:x' }],
    /^clusterroles\.system-node-x-[a-z2-9]{10}$/,
  ],
];

for (const [name, request, expected] of MANIFEST_ROWS) {
  test(`the name of a Manifest: ${name}`, () => {
    const result = manifestName(...request);
    if (typeof expected === 'string') assert.equal(result, expected);
    else assert.match(result, expected);
    assert.ok(result.length <= 253);
  });
}

test('two groups, or two long names that begin alike, never share a Manifest', () => {
  const thing = { resource: 'things', namespace: 'n', name: 't' };
  assert.notEqual(
    manifestName({ group: 'a.io', ...thing }, true),
    manifestName({ group: 'b.io', ...thing }, true),
  );
  const long = { group: '', resource: 'configmaps', namespace: 'n' };
  assert.notEqual(manifestName({ ...long, name: `${LONG}a` }), manifestName({ ...long, name: `${LONG}b` }));
});

test('whatever the parts, names are legal', () => {
  const part = fc.oneof(
    fc.stringMatching(/^[a-z0-9][-.a-z0-9]{0,60}[a-z0-9]$/),
    fc.string({ minLength: 1, maxLength: 300 }),
  );
  fc.assert(
    fc.property(part, part, fc.boolean(), (namespace, name, isShared) => {
      for (const result of [
        manifestName({ group: 'g', resource: 'things', namespace, name }, isShared),
        descriptionName(name, 'Generic', 12),
        helmReleaseName(name, { namespace, name }),
        baseName({ namespace, name }, () => true),
      ]) {
        assert.match(result, /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/);
        assert.ok(result.length <= 253);
      }
    }),
  );
});
