import fc from 'fast-check';

type Spec = Record<string, unknown>;

const text = { type: 'string' };
const SCHEMA = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { replicas: { type: 'integer' }, colour: text, list: { type: 'array', items: text } },
    },
    status: { type: 'object', properties: { replicas: { type: 'integer' }, selector: text } },
  },
};
const SCALE = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

const VERSION = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: SCHEMA } };
const NAMES = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };

const names = (...values: readonly unknown[]) => fc.constantFrom(...values);

/** A value for each field, right ones and wrong ones. */
const anyNames = fc.record({
  plural: names('things', 'things', 'things', '', 'Things', '1things', 'a'.repeat(64)),
  singular: names('thing', undefined, '', 'Thing', 'a.b'),
  kind: names('Thing', 'Thing', '', 'thing', 'T_hing', 'Thing.x'),
  listKind: names('ThingList', undefined, 'Thing', 'List '),
  shortNames: names(undefined, ['th'], ['th', 'TH'], ['']),
  categories: names(undefined, ['all'], ['All', 'x y']),
});

const anyColumn = fc.record({
  name: names('A', ''),
  type: names('string', 'integer', 'date', '', 'colour'),
  format: names(undefined, 'int32', 'date-time', 'other'),
  priority: names(undefined, 0, 1),
  jsonPath: names('.spec.colour', '.metadata.name', '', 'spec.colour', '.'),
});

const anyScale = fc.record({
  specReplicasPath: names('.spec.replicas', '', 'spec.replicas', '.status.replicas', '.spec'),
  statusReplicasPath: names('.status.replicas', '', '.spec.replicas'),
  labelSelectorPath: names(undefined, '', '.status.selector', '.selector', 'x'),
});

const anySubresources = fc.oneof(
  names(undefined, {}, { status: {} }, { status: {}, scale: SCALE }),
  fc.record({ scale: anyScale }),
);

const anySelectable = fc.array(
  fc.record({
    jsonPath: names(
      '.spec.colour',
      '.spec.replicas',
      '.spec.list',
      '.spec.nope',
      '.metadata.name',
      '',
      'spec',
      '.spec.',
      '.spec[colour]',
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

const anyVersion = fc.record({
  name: names('v1', 'v1', 'v2', 'V1', '', '1'),
  served: fc.boolean(),
  storage: names(true, true, false),
  deprecated: names(undefined, true, false),
  deprecationWarning: names(undefined, undefined, '', 'old', 'a\nb', 'x'.repeat(257)),
  schema: names(VERSION.schema, VERSION.schema, undefined, {}),
  subresources: anySubresources,
  additionalPrinterColumns: fc.option(fc.array(anyColumn, { minLength: 1, maxLength: 2 }), {
    nil: undefined,
  }),
  selectableFields: fc.option(anySelectable, { nil: undefined }),
});

const anyClientConfig = names(
  undefined,
  { url: 'https://example.com/x' },
  { url: 'http://u:p@example.com/x?y#z' },
  { url: 'https://example.com', service: { namespace: 'a', name: 'b' } },
  { service: { namespace: 'a', name: 'b', path: '/c//D', port: 0 } },
  { service: { namespace: '', name: '' } },
  {},
);

const anyConversion = fc.oneof(
  names(undefined, undefined, { strategy: 'None' }, { strategy: '' }, { strategy: 'Other' }),
  fc.record({
    strategy: names('Webhook', 'None'),
    webhook: fc.option(
      fc.record({
        clientConfig: anyClientConfig,
        conversionReviewVersions: names(['v1'], [], ['v1', 'v1'], ['v7'], ['V1']),
      }),
      { nil: undefined },
    ),
  }),
);

/** Nothing is wrong with it. */
export const BASE_SPEC = { group: 'example.test', scope: 'Namespaced', names: NAMES, versions: [VERSION] };

/** Specs in which a few fields are other than they should be. */
export const anySpec: fc.Arbitrary<Spec> = fc
  .record(
    {
      group: names('example.test', '', 'Example', 'example', 'other.test', 'example.k8s.io'),
      scope: names('Cluster', '', 'Other'),
      names: anyNames,
      versions: fc.array(anyVersion, { maxLength: 3 }),
      conversion: anyConversion,
      preserveUnknownFields: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((changes) => ({ ...BASE_SPEC, ...changes }));

export const anyAnnotations: fc.Arbitrary<Record<string, string> | undefined> = names(
  undefined,
  { 'api-approved.kubernetes.io': 'unapproved, trying' },
  { 'api-approved.kubernetes.io': 'https://example.com/pull/1' },
  { 'api-approved.kubernetes.io': 'nowhere' },
) as fc.Arbitrary<Record<string, string> | undefined>;
