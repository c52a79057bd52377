import type { Random } from './random.ts';

const KEYS = ['a', 'b', 'c', 'text', 'deep', 'list', '__proto__', 'constructor', 'x/y', 'q~r', ''];

/** Any JSON value of a few levels. Numbers are such that every language writes them alike. */
export function randomJson(random: Random, depth = 3): unknown {
  const kind = random.int(depth > 0 ? 8 : 5);
  if (kind === 0) return random.int(100);
  if (kind === 1) return random.int(100) + 0.5;
  if (kind === 2) return random.chance(50);
  if (kind === 3) return random.chance(30) ? null : random.pick(['', 'é', 'tab\t', '"quoted"', '\u{1f333}']);
  if (kind === 4) return `text ${random.int(10)}`;
  if (kind === 5) return Array.from({ length: random.int(4) }, () => randomJson(random, depth - 1));
  return randomObject(random, depth);
}

export function randomObject(random: Random, depth: number): Record<string, unknown> {
  const keys = Array.from({ length: random.int(4) }, () => random.pick(KEYS));
  // As entries: an assignment to __proto__ would set no key.
  return Object.fromEntries(keys.map((key) => [key, randomJson(random, depth - 1)]));
}
