import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldPath } from '@banyan/patch';
import type { Definition } from '../definitions/definition.ts';
import { testDefinition, testVersion, thing } from '../test-definitions.ts';
import { compiledVersions } from './compiled-version.ts';
import { customScale } from './custom-scale.ts';
import { validateScaleSpec, validateScaleStatus } from './scale-validation.ts';

const PATHS = {
  specReplicasPath: '.spec.deep.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
};
const DEFINITION = testDefinition({
  versions: [testVersion({ subresources: { scale: PATHS } }), testVersion({ name: 'v2', storage: false })],
}) as Definition;
const scale = customScale(PATHS, compiledVersions(DEFINITION));

test('a scale is read from the paths of the definition', () => {
  const status = { replicas: 2, selector: 'a=b' };
  assert.deepEqual(scale.read(thing('a', { spec: { deep: { replicas: 3 } }, status })), {
    replicas: 3,
    currentReplicas: 2,
    selector: 'a=b',
  });
  assert.deepEqual(scale.read(thing('a', { spec: { deep: { replicas: 0 } } })), {
    replicas: 0,
    currentReplicas: 0,
    selector: '',
  });
});

test('an object without replicas has no scale to read, but can be given one', () => {
  const missing = 'the spec replicas field ".spec.deep.replicas"';
  assert.throws(() => scale.read(thing('a')), {
    message: `Internal error occurred: ${missing} does not exist`,
  });
  const draft = thing('a');
  const untouched = scale.readForWrite?.(draft).replicas ?? 0;
  assert.throws(() => scale.setReplicas(draft, untouched), { message: `${missing} cannot be empty` });
  scale.setReplicas(draft, 4);
  assert.deepEqual(draft['spec'], { deep: { replicas: 4 } });
});

test('what stands in the way of a path is told', () => {
  const draft = thing('a', { spec: { deep: 'text' } });
  const words =
    '.spec.deep.replicas accessor error: text is of the type string, expected map[string]interface{}';
  assert.throws(() => scale.read(draft), { message: words });
  assert.throws(() => scale.setReplicas(draft, 1), {
    message: 'value cannot be set because .spec.deep is not a map[string]interface{}',
  });
});

test('a path through __proto__ is a path like any other', () => {
  const odd = customScale({ ...PATHS, specReplicasPath: '.spec.__proto__.x' }, new Map());
  const draft = thing('a', { spec: {} });
  odd.setReplicas(draft, 1);
  assert.equal(({} as { x?: number }).x, undefined);
  assert.equal(odd.read(draft).replicas, 1);
});

test('managedFields are asked for where each version has its replicas', () => {
  assert.deepEqual(scale.replicasPath('example.test/v1'), fieldPath('spec', 'deep', 'replicas'));
  assert.equal(scale.replicasPath('example.test/v2'), null);
  assert.equal(scale.replicasPath('example.test/v3'), undefined);
});

test('replicas are a number that there can be, and a selector is a text', () => {
  const of = (replicas: unknown) => thing('a', { spec: { deep: { replicas } } });
  const messages = (causes: { message?: string }[]) => causes.map(({ message }) => message);
  const cases: [unknown, string[]][] = [
    [3, []],
    [undefined, []],
    [-1, ['Invalid value: -1: should be a non-negative integer']],
    [2 ** 31, ['Invalid value: 2147483648: should be less than or equal to 2147483647']],
    ['x', ['Invalid value: 0: .spec.deep.replicas accessor error: x is of the type string, expected int64']],
    [
      1.5,
      ['Invalid value: 0: .spec.deep.replicas accessor error: 1.5 is of the type float64, expected int64'],
    ],
  ];
  for (const [replicas, expected] of cases)
    assert.deepEqual(messages(validateScaleSpec(PATHS, of(replicas))), expected, String(replicas));
  const status = { selector: { a: 'b' } };
  assert.deepEqual(messages(validateScaleStatus(PATHS, thing('a', { status }))), [
    'Invalid value: "": .status.selector accessor error: map[a:b] is of the type map[string]interface {}, expected string',
  ]);
  assert.deepEqual(validateScaleStatus(undefined, thing('a', { status })), []);
});
