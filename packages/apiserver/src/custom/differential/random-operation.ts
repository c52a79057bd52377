import fc from 'fast-check';

const text = { type: 'string' };
const integer = { type: 'integer' };

/** A definition with something of everything, in two versions that differ. */
export const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.test' },
  spec: {
    group: 'example.test',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [version('v1', { current: text }, true), version('v1beta1', { old: text }, false)],
  },
};

function version(name: string, more: object, storage: boolean): object {
  const item = { type: 'object', required: ['name'], properties: { name: text, value: text } };
  const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
  const spec = {
    type: 'object',
    properties: {
      ...more,
      both: text,
      replicas: { ...integer, minimum: 0 },
      mode: { ...text, default: 'slow', enum: ['slow', 'fast'] },
      list: { type: 'array', items: item, ...keyed },
      set: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
      any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      none: { ...text, nullable: true },
    },
  };
  const status = {
    type: 'object',
    properties: { replicas: integer, selector: text, phase: { ...text, default: 'New' } },
  };
  const scale = {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  };
  return {
    name,
    served: true,
    storage,
    schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
    subresources: { status: {}, scale },
    ...(storage && { selectableFields: [{ jsonPath: '.spec.both' }] }),
    additionalPrinterColumns: [
      { name: 'Mode', type: 'string', jsonPath: '.spec.mode' },
      { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    ],
  };
}

const item = (name: string, value?: string) => (value === undefined ? { name } : { name, value });
const goodSpec = fc.record(
  {
    both: fc.constantFrom('red', 'blue'),
    replicas: fc.constantFrom(0, 1, 3),
    mode: fc.constantFrom('slow', 'fast'),
    list: fc.constantFrom(
      [],
      [item('a')],
      [item('a', 'x'), item('b')],
      [item('b', 'y'), item('a', 'x'), item('c')],
    ),
    set: fc.constantFrom([], ['s'], ['s', 't'], ['t']),
    any: fc.constantFrom({ a: { b: [1] } }, { a: { c: 2 } }, {}),
    none: fc.constantFrom('n', null),
  },
  { requiredKeys: [] },
);

/** One thing that is wrong or odd: of several, which is told first is chance. */
const FLAWS: readonly object[] = [
  { both: 5 },
  { replicas: -1 },
  { replicas: 'x' },
  { replicas: null },
  { mode: 'never' },
  { mode: null },
  { list: [item('a'), item('a', 'x')] },
  { list: [{ value: 'x' }] },
  { list: null },
  { set: ['s', 's'] },
  { any: null },
  { stray: { a: 1 } },
  { current: 'c' },
  { old: 'o' },
];
const anySpec = fc
  .tuple(goodSpec, fc.option(fc.constantFrom(...FLAWS), { nil: {}, freq: 2 }))
  .map(([spec, flaw]) => ({ ...spec, ...flaw }));
const anyStatus = fc.record(
  {
    phase: fc.constantFrom('Up', 'Down'),
    replicas: fc.constantFrom(0, 2),
    selector: fc.constantFrom('a=b', 'c=d'),
  },
  { requiredKeys: [] },
);
const anyMetadata = fc.record(
  {
    labels: fc.constantFrom<unknown>({ l: '1' }, { l: '2' }, { m: '3' }, {}, null),
    annotations: fc.constantFrom<unknown>({ n: '1' }, null),
    finalizers: fc.constantFrom<unknown>([], [], ['example.test/f'], ['plain'], null),
  },
  { requiredKeys: [] },
);

/** Parts of a thing, to create it with, to change it by or to apply. */
const anyContent = fc.record(
  { spec: anySpec, status: anyStatus, metadata: anyMetadata },
  { requiredKeys: [] },
);

const anyTarget = fc.record({
  version: fc.constantFrom('v1', 'v1beta1'),
  name: fc.constantFrom('a', 'b'),
  below: fc.constantFrom('', '', '', '/status', '/scale'),
});
const anyScale = fc.record({ spec: fc.record({ replicas: fc.constantFrom(0, 2, -1) }) });

export type Operation = {
  readonly verb: 'create' | 'put' | 'merge' | 'apply' | 'get' | 'list' | 'table' | 'delete';
  readonly version: string;
  readonly name: string;
  readonly below: string;
  readonly content: object;
  readonly manager: string;
  readonly force: boolean;
};

export const anyOperation: fc.Arbitrary<Operation> = anyTarget.chain((target) =>
  fc.record({
    verb: fc.constantFrom(
      'create',
      'create',
      'put',
      'merge',
      'merge',
      'apply',
      'apply',
      'get',
      'list',
      'table',
      'delete',
    ),
    version: fc.constant(target.version),
    name: fc.constant(target.name),
    below: fc.constant(target.below),
    content: target.below === '/scale' ? anyScale : anyContent,
    manager: fc.constantFrom('one', 'two'),
    force: fc.boolean(),
  }),
);
