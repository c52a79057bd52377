import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { kubernetesResources, type GroupVersionKind } from '@banyan/api';
import { ApiError } from '../errors/api-error.ts';
import { decodeObject } from './decode-object.ts';
import { exactJson } from './json/exact-json.ts';
import { jsonNodes } from './json-body.ts';
import { normaliseObject } from './normalise-object.ts';
import { RandomBody, seededRandom } from './random-body.ts';
import { readBuiltIn } from './read-built-in.ts';
import { readUsualBody } from './read-usual-body.ts';
import { structOfKind } from './typed/go-objects.ts';

/** A body of every kind of the release. */
function* bodies(seed: number, oddities: number): Generator<{ kind: GroupVersionKind; body: Buffer }> {
  const random = seededRandom(seed);
  const generator = new RandomBody(random, oddities);
  for (const kind of kubernetesResources()) {
    const struct = structOfKind(kind);
    assert.ok(struct, `${kind.group}/${kind.version} ${kind.kind}`);
    const identity = `"kind":"${kind.kind}","apiVersion":"${kind.group === '' ? '' : `${kind.group}/`}${kind.version}"`;
    const text = generator.text(struct);
    const body = text.startsWith('{') ? `{${identity}${text === '{}' ? '' : ','}${text.slice(1)}` : text;
    yield { kind, body: Buffer.from(body) };
  }
}

test('what is read with JSON.parse is what an exact look reads', () => {
  let usual = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    for (const { kind, body } of bodies(seed, 10)) {
      const fast = readUsualBody(body, kind, false);
      if (fast === undefined) continue;
      usual += 1;
      const { object, findings } = readBuiltIn(jsonNodes(body), kind, () => '');
      assert.deepEqual([fast.object, fast.findings], [object, findings], body.toString());
    }
  }
  assert.ok(usual > 100, `only ${usual}`);
});

/* A pointer to a zero time is written as null, which is then read as nil: from then on nothing changes. */
test('what was written twice is written the same again', () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    for (const { kind, body } of bodies(seed, 10)) {
      const read = decoded(body, kind);
      if (read === undefined) continue;
      const { object } = normaliseObject(read as Record<string, unknown>, kind);
      assert.deepEqual(normaliseObject(object, kind), { object, findings: [] }, body.toString());
      const again = Buffer.from(exactJson(object));
      assert.deepEqual(decoded(again, kind), object, body.toString());
    }
  }
});

test('any bytes are read or refused with 400, and leave no trace', () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  const kinds = fc.constantFrom(...kubernetesResources());
  fc.assert(
    fc.property(
      kinds,
      fc.uint8Array({ maxLength: 64 }),
      fc.constantFrom('json', 'yaml'),
      (kind, bytes, mediaType) => {
        decoded(Buffer.from(bytes), kind, mediaType);
      },
    ),
    { numRuns: 1000 },
  );
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), before);
});

function decoded(
  body: Buffer,
  expected: GroupVersionKind,
  mediaType: 'json' | 'yaml' = 'json',
): object | undefined {
  try {
    return decodeObject(body, { mediaType, expected, fieldValidation: 'Warn' }).object;
  } catch (error) {
    assert.ok(error instanceof ApiError && error.code === 400, String(error));
    return undefined;
  }
}
