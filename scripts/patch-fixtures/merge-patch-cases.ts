import type { PatchCase } from './patch-case.ts';
import type { Random } from './random.ts';
import { randomJson, randomObject } from './random-json.ts';

const EDGES: readonly unknown[] = [
  null,
  [],
  5,
  'text',
  true,
  {},
  { spec: { text: null } },
  { spec: { missing: null } },
  { spec: { text: { now: 'an object', not: null } } },
  { spec: { deep: 'now a text' } },
  { spec: { deep: [] } },
  { spec: { deep: [{ a: null, b: 1 }, null] } },
  { spec: { list: [{ a: null, b: 1 }, null, [{ c: null }]] } },
  { spec: { fresh: { list: [{ a: null, b: 1 }, null], none: null } } },
  { spec: { deep: { a: { b: { c: null } } } } },
  { spec: { deep: { a: null, z: { y: null } } } },
  { spec: { 'a/b': { 'm~n': null, '': 'named by nothing' } } },
  { spec: { constructor: { prototype: { polluted: true } } } },
  JSON.parse('{"spec":{"__proto__":{"polluted":true},"deep":{"__proto__":{"polluted":true}}}}'),
  { metadata: { labels: null } },
  { metadata: { labels: { a: null, c: 'd' } } },
];

export function mergePatchCases(random: Random): PatchCase[] {
  const free = Array.from({ length: 150 }, () => ({ spec: randomChange(random) }));
  return [
    ...[...EDGES, ...free].map((patch) => ({ original: 'free', patch })),
    ...deploymentPatches().map((patch) => ({ original: 'deployment', patch })),
    ...configMapPatches(random).map((patch) => ({ original: 'configMap', patch })),
  ];
}

/** Mostly of keys that the original has. */
function randomChange(random: Random): Record<string, unknown> {
  const keys = ['text', 'number', 'list', 'empty', 'none', 'deep', 'a/b', 'constructor'];
  const changes = random.some(keys).map((key): [string, unknown] => {
    if (key === 'deep' && random.chance(60))
      return [key, { a: randomObject(random, 3), b: randomJson(random) }];
    return [key, random.chance(20) ? null : randomJson(random)];
  });
  return Object.fromEntries([...changes, ...Object.entries(randomObject(random, 3))]);
}

function configMapPatches(random: Random): object[] {
  return Array.from({ length: 15 }, () => ({
    data: Object.fromEntries(
      random
        .some(['a', 'b', 'c', 'd', 'e'])
        .map((key) => [key, random.chance(40) ? null : `text ${random.int(9)}`]),
    ),
  }));
}

function deploymentPatches(): object[] {
  return [
    { spec: { replicas: 7 } },
    { metadata: { annotations: { a: 'b', c: null } } },
    { spec: { template: { metadata: { labels: { app: 'a', more: 'yes' } } } } },
    { spec: { template: { spec: { volumes: null, nodeSelector: { disk: 'hdd' } } } } },
    { spec: { template: { spec: { containers: [] } } } },
    { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } },
  ];
}
