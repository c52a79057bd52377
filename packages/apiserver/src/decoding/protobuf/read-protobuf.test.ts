import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GroupVersionKind } from '@banyan/api';
import { decodeDeleteOptions } from '../decode-delete-options.ts';
import { decodeObject } from '../decode-object.ts';
import { WireWriter } from './wire-writer.ts';

const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const LIMIT = 500;

/** Fields are written from the last to the first. */
function bytes(write: (out: WireWriter) => void): Buffer {
  const out = new WireWriter();
  write(out);
  return out.finish();
}

function envelope(raw: Buffer, apiVersion = 'v1', kind = 'ConfigMap'): Buffer {
  const rest = bytes((out) => {
    out.bytes(2, raw);
    out.message(1, () => {
      out.string(2, kind);
      out.string(1, apiVersion);
    });
  });
  return Buffer.concat([Buffer.from('k8s\0'), rest]);
}

function decode(body: Buffer, expected: GroupVersionKind = CONFIG_MAP): object {
  return decodeObject(body, { mediaType: 'protobuf', expected, fieldValidation: 'Strict' }).object;
}

const IDENTITY = { kind: 'ConfigMap', apiVersion: 'v1' };
const NAMED = bytes((out) => out.message(1, () => out.string(1, 'x')));
const entry = (key: string, value: Buffer): Buffer =>
  bytes((out) =>
    out.message(2, () => {
      out.bytes(2, value);
      out.string(1, key);
    }),
  );

for (const [what, body, object] of [
  ['no more than a name', envelope(NAMED), { metadata: { name: 'x' } }],
  ['nothing', envelope(Buffer.alloc(0)), { metadata: {} }],
  ['no kind', envelope(NAMED, '', ''), { metadata: { name: 'x' } }],
  ['half an apiVersion', envelope(NAMED, 'apps/'), { metadata: { name: 'x' } }],
  ['no apiVersion at all', envelope(NAMED, 'a/b/c'), { metadata: { name: 'x' } }],
  ['an unknown number', envelope(Buffer.concat([NAMED, Buffer.of(0x78, 1)])), { metadata: { name: 'x' } }],
  [
    'an unknown group',
    envelope(Buffer.concat([Buffer.of(0x7b, 0x0b, 0x08, 1, 0x0c, 0x7c), NAMED])),
    { metadata: { name: 'x' } },
  ],
  [
    'unknown values of fixed size',
    envelope(Buffer.concat([Buffer.of(0x79, 1, 2, 3, 4, 5, 6, 7, 8, 0x7d, 1, 2, 3, 4), NAMED])),
    { metadata: { name: 'x' } },
  ],
  [
    'a message in two parts',
    envelope(Buffer.concat([NAMED, bytes((out) => out.message(1, () => out.string(3, 'n')))])),
    { metadata: { name: 'x', namespace: 'n' } },
  ],
  [
    'a key that is there twice',
    envelope(Buffer.concat([entry('k', Buffer.from('1')), entry('k', Buffer.from('2'))])),
    { metadata: {}, data: { k: '2' } },
  ],
  ['an entry of a map without a value', envelope(Buffer.of(0x12, 0)), { metadata: {}, data: { '': '' } }],
  [
    'an entry whose value is said to be a number',
    envelope(Buffer.of(0x12, 6, 0x0a, 1, 0x6b, 0x10, 1, 0x41)),
    { metadata: {}, data: { k: 'A' } },
  ],
  [
    'text that is no UTF-8',
    envelope(entry('k', Buffer.of(0xff, 0x41, 0xe2, 0x82))),
    { metadata: {}, data: { k: '\uFFFDA\uFFFD\uFFFD' } },
  ],
] as const) {
  test(`${what} is read as the real server reads it`, () => {
    assert.deepEqual(decode(body), { ...IDENTITY, ...object });
  });
}

const UNRECOGNISED = 'the object provided is unrecognized (must be of type ConfigMap): ';
const NOT_HANDLED = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: ';

for (const [what, body, message] of [
  ['nothing', Buffer.alloc(0), `${UNRECOGNISED}empty data (<empty>)`],
  ['a beginning alone', Buffer.from('k8s\0'), `${UNRECOGNISED}empty body (6b387300)`],
  [
    'another beginning',
    Buffer.from('{}'),
    `${UNRECOGNISED}provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] ({})`,
  ],
  [
    'a zero',
    Buffer.from('k8s\0\0'),
    `${UNRECOGNISED}proto: Unknown: illegal tag 0 (wire type 0) (6b38730000)`,
  ],
  ['a cut envelope', Buffer.from('k8s\0\n\x20'), `${UNRECOGNISED}unexpected EOF (6b3873000a20)`],
  [
    'a number for its type',
    Buffer.from('k8s\0\x08\x01'),
    `${UNRECOGNISED}proto: wrong wireType = 0 for field TypeMeta (6b3873000801)`,
  ],
  [
    'a number for the object',
    Buffer.from('k8s\0\x10\x01'),
    `${UNRECOGNISED}proto: wrong wireType = 0 for field Raw (6b3873001001)`,
  ],
  [
    'another version',
    envelope(NAMED, 'v2'),
    'ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [
    'another kind',
    envelope(NAMED, 'v1', 'Secret'),
    'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
  ],
  [
    'a number for how it is encoded',
    Buffer.from('k8s\0\x18\x01'),
    `${UNRECOGNISED}proto: wrong wireType = 0 for field ContentEncoding (6b3873001801)`,
  ],
  ['a cut object', envelope(NAMED.subarray(0, 3)), `${NOT_HANDLED}unexpected EOF`],
  ['a tag of zero', envelope(Buffer.of(0, 0)), `${NOT_HANDLED}proto: ConfigMap: illegal tag 0 (wire type 0)`],
  [
    'a tag of zero within',
    envelope(bytes((out) => out.bytes(1, Buffer.of(0, 0)))),
    `${NOT_HANDLED}proto: ObjectMeta: illegal tag 0 (wire type 0)`,
  ],
  [
    'the end of a group',
    envelope(Buffer.of(0x0c)),
    `${NOT_HANDLED}proto: ConfigMap: wiretype end group for non-group`,
  ],
  [
    'a number for metadata',
    envelope(Buffer.of(8, 1)),
    `${NOT_HANDLED}proto: wrong wireType = 0 for field ObjectMeta`,
  ],
  [
    'a number for a map',
    envelope(Buffer.of(0x10, 1)),
    `${NOT_HANDLED}proto: wrong wireType = 0 for field Data`,
  ],
  ['a form that there is not', envelope(Buffer.of(0x7e, 1)), `${NOT_HANDLED}proto: illegal wireType 6`],
  [
    'a length of eleven bytes',
    envelope(Buffer.from([0x0a, ...Array<number>(10).fill(0xff), 1])),
    `${NOT_HANDLED}proto: integer overflow`,
  ],
  [
    'a negative length',
    envelope(Buffer.from([0x0a, ...Array<number>(9).fill(0xff), 1])),
    `${NOT_HANDLED}proto: negative length found during unmarshaling`,
  ],
] as const) {
  test(`${what} is refused in the real server's words`, () => {
    assert.throws(() => decode(body), { code: 400, message });
  });
}

test('a quantity that is none is refused in the same words as in JSON', () => {
  const expected = { group: '', version: 'v1', kind: 'ResourceQuota' };
  const body = bytes((out) =>
    out.message(2, () =>
      out.message(1, () => {
        out.message(2, () => out.string(1, 'x'));
        out.string(1, 'pods');
      }),
    ),
  );
  assert.throws(() => decode(envelope(body, 'v1', 'ResourceQuota'), expected), {
    message: /cannot be handled as a ResourceQuota: quantities must match/,
  });
});

test('`__proto__` is a key like any other', () => {
  const { data } = decode(envelope(entry('__proto__', Buffer.from('x')))) as { data: object };
  assert.deepEqual(Object.entries(data), [['__proto__', 'x']]);
  assert.equal(Object.getPrototypeOf(data), Object.prototype);
});

/** A ControllerRevision has an integer of 64 bits; a StatefulSet one of 32. */
const REVISION = { group: 'apps', version: 'v1', kind: 'ControllerRevision' };
for (const [sent, read] of [
  [0, 0],
  [-1, -1],
  [2 ** 53 - 1, 2 ** 53 - 1],
  [2n ** 53n + 1n, 2n ** 53n + 1n],
  [-(2n ** 63n), -(2n ** 63n)],
  [2n ** 63n - 1n, 2n ** 63n - 1n],
] as const) {
  test(`${sent} of 64 bits is ${typeof read} ${read}`, () => {
    const body = envelope(
      bytes((out) => out.integer(3, sent)),
      'apps/v1',
      'ControllerRevision',
    );
    assert.equal((decode(body, REVISION) as { revision: unknown }).revision, read);
  });
}

test('integers of 32 bits lose what is too much, as in Go', () => {
  const expected = { group: 'apps', version: 'v1', kind: 'Deployment' };
  for (const [sent, read] of [
    [-5, -5],
    [2 ** 31, -(2 ** 31)],
    [2n ** 40n + 7n, 7],
  ] as const) {
    const raw = bytes((out) => out.message(2, () => out.integer(1, sent)));
    const { spec } = decode(envelope(raw, 'apps/v1', 'Deployment'), expected) as {
      spec: { replicas: number };
    };
    assert.equal(spec.replicas, read);
  }
});

test('numbers may come packed into one value, or one by one', () => {
  const expected = { group: '', version: 'v1', kind: 'Pod' };
  for (const groups of [Buffer.of(0x22, 3, 1, 0x80, 1), Buffer.of(0x20, 1, 0x20, 0x80, 1)]) {
    const raw = bytes((out) => out.message(2, () => out.bytes(14, groups)));
    const { spec } = decode(envelope(raw, 'v1', 'Pod'), expected) as {
      spec: { securityContext: { supplementalGroups: number[] } };
    };
    assert.deepEqual(spec.securityContext.supplementalGroups, [1, 128]);
  }
});

/** Of a Lease: when it was taken, in seconds and nanoseconds. */
for (const [seconds, nanos, text] of [
  [1_767_323_045, 678_901_234, '2026-01-02T03:04:05.678901Z'],
  [1_767_323_045, -1000, '2026-01-02T03:04:04.999999Z'],
  [-62_135_596_800, 0, null],
] as const) {
  test(`${seconds} s and ${nanos} ns are ${text}`, () => {
    const time = bytes((out) => {
      out.integer(2, nanos);
      out.integer(1, seconds);
    });
    const raw = bytes((out) => out.message(2, () => out.bytes(3, time)));
    const expected = { group: 'coordination.k8s.io', version: 'v1', kind: 'Lease' };
    const lease = decode(envelope(raw, 'coordination.k8s.io/v1', 'Lease'), expected) as {
      spec: { acquireTime: string | null };
    };
    assert.equal(lease.spec.acquireTime, text);
  });
}

test('a schema within a schema within a schema is refused before the stack is full', () => {
  const definition = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' };
  const deep = (levels: number): Buffer => {
    let schema = Buffer.alloc(0);
    for (let left = levels; left > 0; left -= 1) schema = Buffer.from(bytes((out) => out.bytes(28, schema)));
    const raw = bytes((out) =>
      out.message(2, () => out.message(7, () => out.message(4, () => out.bytes(1, schema)))),
    );
    return envelope(raw, 'apiextensions.k8s.io/v1', 'CustomResourceDefinition');
  };
  assert.ok(decode(deep(100), definition));
  assert.throws(() => decode(deep(5000), definition), {
    code: 400,
    message: new RegExp(`max depth of ${LIMIT}`),
  });
});

test('raw JSON is bounded in depth, and must be JSON', () => {
  const revision = (raw: string): Buffer =>
    envelope(
      bytes((out) => out.message(2, () => out.string(1, raw))),
      'apps/v1',
      'ControllerRevision',
    );
  const { data } = decode(revision('{"n":9007199254740993,"__proto__":{"a":[]}}'), REVISION) as {
    data: object;
  };
  assert.deepEqual(Object.entries(data), [
    ['n', 9007199254740993n],
    ['__proto__', { a: [] }],
  ]);
  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  assert.ok(decode(revision(deep(LIMIT - 10)), REVISION));
  assert.throws(() => decode(revision(deep(LIMIT)), REVISION), { code: 400, message: /max depth/ });
  for (const cut of ['[1', '{"a', '{"a\\', '"'])
    assert.throws(() => decode(revision(cut), REVISION), { code: 400, message: /does not hold JSON/ });
});

test('DeleteOptions may be of any group', () => {
  const raw = bytes((out) => out.integer(1, 5));
  for (const apiVersion of ['', 'v1', 'apps/v1', 'nothing.test/v7']) {
    const options = decodeDeleteOptions(envelope(raw, apiVersion, 'DeleteOptions'), 'protobuf');
    assert.equal(options['gracePeriodSeconds'], 5);
  }
});

for (const [what, body, message] of [
  [
    'what is no protobuf',
    Buffer.from('k8s'),
    'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
  ],
  ['a beginning alone', Buffer.from('k8s\0'), 'empty body'],
  [
    'another kind',
    envelope(NAMED),
    'no kind "ConfigMap" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [
    'text for a number',
    envelope(Buffer.of(0x0a, 0), 'v1', 'DeleteOptions'),
    'proto: wrong wireType = 2 for field GracePeriodSeconds',
  ],
] as const) {
  test(`${what} is no DeleteOptions, in the real server's words`, () => {
    assert.throws(() => decodeDeleteOptions(body, 'protobuf'), { code: 400, message });
  });
}
