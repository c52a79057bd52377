import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { KubeObject } from '@banyan/api';
import type { JsonValue } from '@banyan/patch';
import type { Member } from '../words/member.ts';
import type { Override, PatchType } from '../words/override.ts';
import { applyOverrides } from './apply-overrides.ts';

const MEMBER: Member = {
  name: 'berlin',
  namespace: 'clusternet-berlin',
  id: 'id-1',
  labels: { region: 'eu', 'example.com/zone.name': 'z1' },
  taints: [],
  state: 'ready',
  facts: { version: 'v1.36.3' },
};

const DEPLOYMENT: KubeObject = freeze({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } },
  spec: {
    replicas: 3,
    template: {
      spec: {
        containers: [
          { name: 'web', image: 'nginx:1', ports: [{ containerPort: 80 }] },
          { name: 'log', image: 'log:1' },
        ],
      },
    },
  },
});

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

function override(facts: Partial<Override> & { readonly patch: JsonValue }): Override {
  return { source: 'Localization a/b', type: 'merge-patch', ...facts };
}

function render(overrides: readonly Override[], object = DEPLOYMENT): KubeObject {
  const result = applyOverrides({ object, member: MEMBER, overrides });
  assert.ok('object' in result, JSON.stringify(result));
  return result.object;
}

function failure(overrides: readonly Override[], object = DEPLOYMENT): string {
  const result = applyOverrides({ object, member: MEMBER, overrides });
  assert.ok('failure' in result);
  const { source, path, message } = result.failure;
  return `${source} at ${path}: ${message}`;
}

interface DeploymentSpec {
  readonly replicas: number;
  readonly template: { readonly spec: { readonly containers: readonly Record<string, unknown>[] } };
}

function specOf(object: KubeObject): DeploymentSpec {
  return object['spec'] as DeploymentSpec;
}

test('without overrides the object itself is the answer', () => {
  assert.equal(render([]), DEPLOYMENT);
});

test('overrides apply in their order: the later wins', () => {
  const rendered = render([
    override({ patch: { spec: { replicas: 5 } } }),
    override({ type: 'json-patch', patch: [{ op: 'replace', path: '/spec/replicas', value: 7 }] }),
  ]);
  assert.equal(specOf(rendered).replicas, 7);
  assert.equal(specOf(DEPLOYMENT).replicas, 3);
});

test('a merge patch replaces lists, a strategic merge patch merges them by their key', () => {
  const patch = { spec: { template: { spec: { containers: [{ name: 'web', image: 'nginx:2' }] } } } };
  assert.equal(specOf(render([override({ patch })])).template.spec.containers.length, 1);
  const merged = specOf(render([override({ type: 'strategic-merge-patch', patch })])).template.spec
    .containers;
  assert.deepEqual(merged, [
    { name: 'web', image: 'nginx:2', ports: [{ containerPort: 80 }] },
    { name: 'log', image: 'log:1' },
  ]);
});

test('a strategic merge patch of a custom kind is refused with what to do', () => {
  const custom = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' } };
  assert.match(
    failure([override({ type: 'strategic-merge-patch', patch: { spec: {} } })], custom),
    /example\.com\/v1 Thing is none: use a merge patch/,
  );
});

test('a JSON patch with a missing path is an error that names the override and the path, not a silent no-op', () => {
  const patch = [{ op: 'remove', path: '/spec/nothing/here' }];
  assert.match(
    failure([override({ source: 'Localization a/b, override "x"', type: 'json-patch', patch })]),
    /^Localization a\/b, override "x" at \/spec\/nothing\/here: /,
  );
});

test('one override that does not fit leaves out the effect of the others too', () => {
  const result = applyOverrides({
    object: DEPLOYMENT,
    member: MEMBER,
    overrides: [
      override({ patch: { spec: { replicas: 5 } } }),
      override({ type: 'json-patch', patch: [{ op: 'test', path: '/spec/replicas', value: 6 }] }),
    ],
  });
  assert.deepEqual(Object.keys(result), ['failure']);
});

test('an override that its author wrote wrongly is a failure of every object that it is for', () => {
  assert.equal(
    failure([override({ patch: null, problem: 'the value is neither YAML nor JSON' })]),
    'Localization a/b at : the value is neither YAML nor JSON',
  );
});

for (const [patch, path] of [
  [{ kind: null }, '/kind'],
  [{ apiVersion: 5 }, '/apiVersion'],
  [{ metadata: { name: null } }, '/metadata/name'],
  [{ metadata: 'none' }, '/metadata/name'],
] as const) {
  test(`an override may not take away what an object is known by: ${path} by ${JSON.stringify(patch)}`, () => {
    assert.match(failure([override({ patch })]), new RegExp(`at ${path}: the object would be left without`));
  });
}

for (const [patch, path] of [
  [{ metadata: { labels: 'x' } }, '/metadata/labels'],
  [{ metadata: { labels: ['x'] } }, '/metadata/labels'],
  [{ metadata: { annotations: { 'a/b': 5 } } }, '/metadata/annotations/a~1b'],
] as const) {
  test(`labels and annotations are maps of texts: ${JSON.stringify(patch)}`, () => {
    assert.match(failure([override({ patch })]), new RegExp(`at ${path}: .*must be`));
  });
}

test('whatever a patch is, the answer is an object or a failure', () => {
  const key = fc.constantFrom(
    'op',
    'path',
    'value',
    'from',
    'metadata',
    'spec',
    'replicas',
    'containers',
    '$patch',
    'name',
  );
  const text = fc.constantFrom(
    'add',
    'remove',
    'test',
    '/spec',
    '/spec/replicas',
    '/data/c',
    'merge',
    'x',
    '${cluster.name}',
  );
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(text, fc.integer({ min: -1, max: 2 }), fc.boolean(), fc.constant(null)),
      fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
  }));
  const type = fc.constantFrom<PatchType>(
    'json-patch',
    'merge-patch',
    'strategic-merge-patch',
    'field-json-patch',
    'field-merge-patch',
  );
  const path = fc.constantFrom('/data/c', '/data/j', '/spec', '/metadata/name', '');
  const format = fc.constantFrom('YAML' as const, 'JSON' as const);
  const object: KubeObject = { ...DEPLOYMENT, data: { c: 'spec: {name: x}\nvalue: 1\n', j: '{"spec":[1]}' } };
  fc.assert(
    fc.property(value, type, path, format, (patch, patchType, fieldPath, fieldFormat) => {
      const field = { path: fieldPath, format: fieldFormat };
      const given = override({ patch, type: patchType, field, isTemplate: true, createsParents: true });
      const result = applyOverrides({ object, member: MEMBER, overrides: [given], withChanges: true });
      assert.ok('object' in result || result.failure.message !== '');
    }),
    { numRuns: 2000 },
  );
});

test('add creates missing parents only where the override says so', () => {
  const patch = [{ op: 'add', path: '/metadata/annotations/a~1b', value: 'c' }];
  assert.match(failure([override({ type: 'json-patch', patch })]), /annotations/);
  const rendered = render([override({ type: 'json-patch', patch, createsParents: true })]);
  assert.deepEqual(rendered.metadata.annotations, { 'a/b': 'c' });
});

test('facts of the cluster are put into texts where the override is marked as a template', () => {
  const patch = {
    metadata: {
      annotations: {
        a: '${cluster.name}-${ cluster.labels.region }-${cluster.labels.example.com/zone.name}',
        b: '${cluster.version} ${cluster.id} ${cluster.namespace} $${cluster.name}',
      },
    },
  };
  assert.deepEqual(render([override({ patch, isTemplate: true })]).metadata.annotations, {
    a: 'berlin-eu-z1',
    b: 'v1.36.3 id-1 clusternet-berlin ${cluster.name}',
  });
  assert.equal(render([override({ patch })]).metadata.annotations?.['a'], patch.metadata.annotations.a);
});

test('a fact can change no structure', () => {
  const member = { ...MEMBER, labels: { region: '"}, "spec": {"replicas": 0' } };
  const patch = { metadata: { annotations: { a: '${cluster.labels.region}' } } };
  const result = applyOverrides({
    object: DEPLOYMENT,
    member,
    overrides: [override({ patch, isTemplate: true })],
  });
  assert.ok('object' in result);
  assert.equal(specOf(result.object).replicas, 3);
  assert.equal(result.object.metadata.annotations?.['a'], '"}, "spec": {"replicas": 0');
});

for (const reference of ['${cluster.labels.none}', '${cluster.constructor}', '${env.HOME}', '${}']) {
  test(`a fact that the cluster does not have is an error: ${reference}`, () => {
    const patch = { metadata: { annotations: { a: `x ${reference}` } } };
    assert.ok(
      failure([override({ patch, isTemplate: true })]).endsWith(`cluster berlin has no ${reference}`),
    );
  });
}

test('which override changed which field is recorded', () => {
  const result = applyOverrides({
    object: DEPLOYMENT,
    member: MEMBER,
    withChanges: true,
    overrides: [
      override({ source: 'one', patch: { spec: { replicas: 5 }, metadata: { labels: { 'a/b': 'c' } } } }),
      override({ source: 'idle', patch: { spec: { replicas: 5 } } }),
      override({
        source: 'two',
        type: 'json-patch',
        patch: [{ op: 'replace', path: '/spec/template/spec/containers/1/image', value: 'log:2' }],
      }),
    ],
  });
  assert.ok('changes' in result);
  assert.deepEqual(result.changes, [
    { source: 'one', paths: ['/metadata/labels/a~1b', '/spec/replicas'] },
    { source: 'two', paths: ['/spec/template/spec/containers/1/image'] },
  ]);
});

test('members share what is the same for all of them, and only that', () => {
  const shared = override({ patch: { spec: { replicas: 5 } } });
  const own = override({ patch: { metadata: { labels: { cluster: '${cluster.name}' } } }, isTemplate: true });
  const [first, second] = ['a', 'b'].map((name) => {
    const result = applyOverrides({
      object: DEPLOYMENT,
      member: { ...MEMBER, name },
      overrides: [shared, own],
    });
    assert.ok('object' in result);
    return result.object;
  });
  assert.equal(first?.['spec'], second?.['spec']);
  assert.deepEqual([first?.metadata.labels?.['cluster'], second?.metadata.labels?.['cluster']], ['a', 'b']);
});
