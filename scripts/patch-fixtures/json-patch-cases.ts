import type { PatchCase } from './patch-case.ts';
import type { Random } from './random.ts';
import { randomJson } from './random-json.ts';

/** Cases that chance would not find. */
const EDGES: readonly unknown[] = [
  null,
  {},
  5,
  'text',
  true,
  [5],
  [[]],
  [null],
  [],
  [{}],
  [{ op: 5, path: '/spec/a' }],
  [{ op: 'add', path: 5, value: 1 }],
  [{ op: 'add', path: null, value: 1 }],
  [{ op: 'add', value: 1 }],
  [{ op: 'add', path: '/spec/new' }],
  [{ op: 'move', from: {}, path: '/spec/a' }],
  [{ op: 'move', path: '/spec/a' }],
  [{ op: 'copy', path: '/spec/a' }],
  [{ op: 'copy', from: '/spec/text' }],
  [{ op: 'remove' }],
  [{ op: 'replace', value: 1 }],
  [{ op: 'test', value: 1 }],
  [{ op: 'delete', path: '/spec/text' }],
  [{ op: 'ADD', path: '/spec/new', value: 1 }],
  [{ path: '/spec/text' }],
  [{ op: 'add', path: '', value: {} }],
  [{ op: 'remove', path: '' }],
  [{ op: 'replace', path: '', value: 5 }],
  [{ op: 'replace', path: '', value: [] }],
  [{ op: 'add', path: 'spec', value: 1 }],
  [{ op: 'add', path: 'x/spec/new', value: 1 }],
  [{ op: 'add', path: '/spec/', value: 1 }],
  [{ op: 'add', path: '/spec/__proto__', value: { polluted: true } }],
  [{ op: 'add', path: '/spec/__proto__/polluted', value: true }],
  [{ op: 'replace', path: '/spec/constructor', value: 'still plain' }],
  [{ op: 'add', path: '/spec/constructor/prototype', value: 1 }],
  [{ op: 'remove', path: '/spec/toString' }],
  [{ op: 'replace', path: '/spec/missing', value: 1 }],
  [{ op: 'replace', path: '/spec/missing/deeper', value: 1 }],
  [{ op: 'test', path: '/spec/missing', value: null }],
  [{ op: 'test', path: '/spec/missing' }],
  [{ op: 'test', path: '/spec/text' }],
  [{ op: 'test', path: '/spec/text', value: 'hello' }],
  [{ op: 'test', path: '/spec/deep', value: { a: { b: { c: [{ d: 'e' }, { g: [], d: 'f' }] } } } }],
  [{ op: 'test', path: '/spec/list', value: [1, 'two', { three: 3 }] }],
  [{ op: 'copy', from: '/spec/missing', path: '/spec/copied' }],
  [{ op: 'move', from: '/spec/deep', path: '/spec/deep/a' }],
  [{ op: 'move', from: '/spec/deep', path: '/spec/deep' }],
  [
    { op: 'copy', from: '/spec/deep', path: '/spec/empty/deep' },
    { op: 'add', path: '/spec/empty/deep/a/b/new', value: 1 },
    { op: 'remove', path: '/spec/deep/a/b/c/0' },
  ],
  [
    { op: 'add', path: '/spec/deep/new', value: {} },
    { op: 'copy', from: '/spec/deep', path: '/spec/deep/new/self' },
    { op: 'add', path: '/spec/deep/new/self/a/b', value: 'only there' },
  ],
  ...[
    '-',
    '-1',
    '-4',
    '-5',
    '-6',
    '0',
    '4',
    '5',
    '01',
    '+1',
    '1.0',
    'x',
    '',
    ' 1',
    '99999999999999999999',
  ].flatMap((index) => [
    [{ op: 'add', path: `/spec/list/${index}`, value: 'new' }],
    [{ op: 'remove', path: `/spec/list/${index}` }],
    [{ op: 'replace', path: `/spec/list/${index}`, value: 'new' }],
    [{ op: 'test', path: `/spec/list/${index}`, value: 1 }],
    [{ op: 'copy', from: `/spec/list/${index}`, path: '/spec/copied' }],
    [{ op: 'move', from: `/spec/list/${index}`, path: '/spec/moved' }],
  ]),
];

const OPERATIONS = ['add', 'add', 'remove', 'replace', 'test', 'copy', 'move'] as const;

export function jsonPatchCases(random: Random, originals: ReadonlyMap<string, unknown>): PatchCase[] {
  const edges = EDGES.map((patch) => ({ original: 'free', patch }));
  const free = randomCases(random, { original: 'free', root: '/spec', count: 170 }, originals);
  const data = randomCases(
    random,
    { original: 'configMap', root: '/data', count: 20, leaves: true },
    originals,
  );
  return [...edges, ...free, ...data, ...deploymentCases()];
}

interface Where {
  readonly original: string;
  /** Only what is below is changed. */
  readonly root: string;
  readonly count: number;
  /** Only strings fit there. */
  readonly leaves?: boolean;
}

function randomCases(random: Random, where: Where, originals: ReadonlyMap<string, unknown>): PatchCase[] {
  const values = new Map(
    pointersOf(originals.get(where.original), '').filter(([path]) => path.startsWith(where.root)),
  );
  return Array.from({ length: where.count }, () => ({
    original: where.original,
    patch: Array.from({ length: 1 + random.int(4) }, () => randomOperation(random, where, values)),
  }));
}

function randomOperation(
  random: Random,
  { root, leaves = false }: Where,
  values: ReadonlyMap<string, unknown>,
): object {
  const inside = [...values.keys()].filter((path) => path !== root);
  const place = (): string => {
    const path = random.pick(inside);
    if (random.chance(60)) return path;
    return leaves
      ? `${root}/${random.pick(['d', 'e', 'a'])}`
      : `${path}/${random.pick(['new', '0', '-', '1', 'x~1y'])}`;
  };
  // A copy of what is not there is a null, and to a map of texts that is an empty text: nothing to compare.
  const op = random.pick(leaves ? OPERATIONS.filter((name) => name !== 'copy') : OPERATIONS);
  const path = place();
  if (op === 'remove') return { op, path };
  if (op === 'copy' || op === 'move') return { op, from: random.pick(inside), path };
  if (op === 'test' && random.chance(80)) return { op, path, value: values.get(path) };
  return { op, path, value: leaves ? `text ${random.int(9)}` : randomJson(random, 2) };
}

/** Every value below, with its pointer. */
function pointersOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  const inner = Object.entries(value).flatMap(([key, below]) =>
    pointersOf(below, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return [[path, value], ...inner];
}

function deploymentCases(): PatchCase[] {
  const container = '/spec/template/spec/containers/0';
  const patches = [
    [{ op: 'replace', path: '/spec/replicas', value: 5 }],
    [{ op: 'replace', path: `${container}/image`, value: 'web:2' }],
    [{ op: 'add', path: `${container}/env/-`, value: { name: 'D', value: '4' } }],
    [{ op: 'add', path: `${container}/env/0`, value: { name: 'D', value: '4' } }],
    [{ op: 'remove', path: `${container}/env/1` }],
    [{ op: 'move', from: `${container}/env/2`, path: `${container}/env/0` }],
    [{ op: 'remove', path: '/spec/template/spec/containers/7' }],
    [{ op: 'remove', path: '/spec/template/spec/containers/-1' }],
    [{ op: 'add', path: '/metadata/annotations', value: { a: 'b' } }],
    [{ op: 'add', path: '/metadata/annotations/a', value: 'b' }],
    [{ op: 'replace', path: '/spec/replicas', value: 'many' }],
    [
      { op: 'test', path: `${container}/name`, value: 'web' },
      { op: 'replace', path: `${container}/image`, value: 'web:3' },
    ],
  ];
  return patches.map((patch) => ({ original: 'deployment', patch }));
}
