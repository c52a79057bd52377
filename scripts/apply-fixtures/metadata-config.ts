import type { Json } from './scenario.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Labels and annotations (maps), finalizers (a set), owners (a list-map): what every kind has. */
export function metadataConfig(random: SeededRandom): Json {
  return {
    labels: random.maybe(0.6, () =>
      random.chance(0.05) ? null : stringMap(random, ['app', 'tier', 'zone'], ['x', 'y']),
    ),
    annotations: random.maybe(0.4, () => stringMap(random, ['note', 'example.com/a.b'], ['1', '2', ''])),
    finalizers: random.maybe(0.3, () =>
      random.some(['example.com/one', 'example.com/two', 'example.com/three']),
    ),
    ownerReferences: random.maybe(0.15, () =>
      random.some(['u-1', 'u-2'], 0.7).map((uid) => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: random.pick('owner', 'other'),
        uid,
      })),
    ),
  };
}

export function stringMap(random: SeededRandom, keys: readonly string[], values: readonly string[]): Json {
  const [first = '', ...others] = values;
  return Object.fromEntries(random.some(keys, 0.6).map((key) => [key, random.pick(first, ...others)]));
}
