import { metadataConfig, stringMap } from './metadata-config.ts';
import type { Json, Scenario } from './scenario.ts';
import type { SeededRandom } from './seeded-random.ts';

const STRING = { type: 'string' };
const INTEGER = { type: 'integer' };

/** One field for each way of merging. */
const WIDGET_SCHEMA: Json = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        title: { ...STRING, default: 'untitled' },
        size: INTEGER,
        endpoints: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
          items: {
            type: 'object',
            required: ['port'],
            properties: {
              port: INTEGER,
              protocol: { ...STRING, default: 'TCP' },
              note: STRING,
              tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: STRING },
            },
          },
        },
        colours: { type: 'array', 'x-kubernetes-list-type': 'set', items: STRING },
        sizes: { type: 'array', 'x-kubernetes-list-type': 'set', items: INTEGER },
        steps: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: STRING },
        plain: { type: 'array', items: { type: 'object', properties: { a: STRING, b: STRING } } },
        settings: { type: 'object', additionalProperties: STRING },
        frozen: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          additionalProperties: STRING,
        },
        nested: {
          type: 'object',
          properties: {
            deep: { type: 'object', properties: { x: STRING, y: STRING } },
            limits: { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } },
          },
        },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        half: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { known: { type: 'object', properties: { z: STRING } } },
        },
        amount: { 'x-kubernetes-int-or-string': true },
        embedded: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
    status: {
      type: 'object',
      properties: {
        replicas: INTEGER,
        phase: STRING,
        conditions: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
          items: {
            type: 'object',
            required: ['type'],
            properties: { type: STRING, status: STRING, reason: STRING },
          },
        },
      },
    },
  },
};

function definition(kind: string, plural: string, version: Json): Json {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.apply.example.com` },
    spec: {
      group: 'apply.example.com',
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        { name: 'v1', served: true, storage: true, ...version },
        { name: 'v2', served: true, storage: false, ...version },
      ],
    },
  };
}

function endpoint(random: SeededRandom): Json {
  return {
    port: random.pick(80, 443, 8080),
    protocol: random.maybe(0.5, () => random.pick('TCP', 'UDP')),
    note: random.maybe(0.5, () => random.pick('a', 'b')),
    tags: random.maybe(0.3, () => random.some(['t1', 't2', 't3'])),
  };
}

function uniqueEndpoints(random: SeededRandom): Json[] {
  const byKey = new Map<string, Json>();
  for (const item of [endpoint(random), endpoint(random), endpoint(random)]) {
    byKey.set(JSON.stringify([item['port'], item['protocol'] ?? 'TCP']), item);
  }
  return random.some([...byKey.values()], 0.7);
}

function widgetSpec(random: SeededRandom): Json {
  return {
    title: random.maybe(0.3, () => random.pick('one', 'two')),
    size: random.maybe(0.3, () => random.pick(1, 2)),
    endpoints: random.maybe(0.6, () => uniqueEndpoints(random)),
    colours: random.maybe(0.5, () => random.some(['red', 'green', 'blue', 'a<b&c'])),
    sizes: random.maybe(0.3, () => random.some([1, 5, 10, 100])),
    steps: random.maybe(0.3, () => random.some(['s1', 's2', 's3'])),
    plain: random.maybe(0.3, () => random.some([{ a: '1' }, { b: '2' }])),
    settings: random.maybe(0.4, () => stringMap(random, ['k1', 'k2', 'k3'], ['1', '2'])),
    frozen: random.maybe(0.3, () => stringMap(random, ['k1', 'k2'], ['1', '2'])),
    nested: random.maybe(0.4, () => ({
      deep: random.maybe(0.7, () => stringMap(random, ['x', 'y'], ['1', '2'])),
      limits: random.maybe(0.5, () => random.pick<Json>({ cpu: 1 }, { cpu: '1' }, { memory: '2Gi' }, {})),
    })),
    free: random.maybe(0.3, () => freeForm(random)),
    half: random.maybe(0.3, () => ({ known: { z: random.pick('1', '2') }, other: freeForm(random) })),
    amount: random.maybe(0.2, () => random.pick<string | number>(1, '1', '50%')),
    embedded: random.maybe(0.3, () => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'inner', labels: stringMap(random, ['app'], ['x', 'y']) },
      data: stringMap(random, ['a', 'b'], ['1', '2']),
    })),
  };
}

function freeForm(random: SeededRandom): Json {
  return {
    a: random.maybe(0.5, () => random.pick<unknown>(1, 'one', null, {}, { inner: random.pick(1, 2) })),
    list: random.maybe(0.4, () => random.pick<unknown>([1, 2], [{ name: 'x' }], [])),
    map: random.maybe(0.4, () => stringMap(random, ['x', 'y'], ['1', '2'])),
  };
}

const widget: Scenario = {
  name: 'custom-typed',
  apiVersion: 'apply.example.com/v1',
  kind: 'Widget',
  path: '/apis/apply.example.com/v1/namespaces/default/widgets',
  definition: definition('Widget', 'widgets', {
    schema: { openAPIV3Schema: WIDGET_SCHEMA },
    subresources: {
      status: {},
      scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.replicas' },
    },
  }),
  scale: true,
  otherVersion: {
    apiVersion: 'apply.example.com/v2',
    path: '/apis/apply.example.com/v2/namespaces/default/widgets',
  },
  invalid: [
    { spec: { bogus: 1 } },
    { spec: { colours: ['red', 'red'] } },
    { spec: { colours: ['red', null] } },
    { spec: { colours: [{ a: 1 }] } },
    { spec: { endpoints: [{ note: 'a' }] } },
    { spec: { endpoints: [{ port: 80 }, { port: 80, protocol: 'TCP' }] } },
    { spec: { endpoints: [null] } },
    { spec: { endpoints: ['text'] } },
    { spec: { settings: { a: true } } },
    { spec: { free: 'text' } },
    { spec: { steps: 'text' } },
    { spec: { size: [1] } },
    { spec: { embedded: { apiVersion: 'v1', kind: 'X', metadata: { bogus: 1 } } } },
  ],
  base: { spec: { size: 1 } },
  config: (random) => ({
    metadata: metadataConfig(random),
    spec: random.maybe(0.9, () => widgetSpec(random)),
  }),
  status: (random) => ({
    phase: random.maybe(0.4, () => random.pick('Ready', 'Waiting')),
    conditions: random.maybe(0.7, () =>
      random.some(['Ready', 'Synced'], 0.7).map((type) => ({
        type,
        status: random.pick('True', 'False'),
        reason: random.maybe(0.4, () => 'R'),
      })),
    ),
  }),
};

const blob: Scenario = {
  name: 'custom-free',
  apiVersion: 'apply.example.com/v1',
  kind: 'Blob',
  path: '/apis/apply.example.com/v1/namespaces/default/blobs',
  definition: definition('Blob', 'blobs', {
    schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  }),
  base: { content: { kept: true } },
  config: (random) => ({
    metadata: metadataConfig(random),
    content: random.maybe(0.7, () => freeForm(random)),
    status: random.maybe(0.3, () => freeForm(random)),
    numbers: random.maybe(0.3, () => random.some([1, 2, 3])),
    top: random.maybe(0.3, () => random.pick<unknown>('text', 5, true, { x: { y: 'z' } })),
  }),
};

export const customScenarios: readonly Scenario[] = [widget, blob];
