import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatApiVersion } from '@banyan/api';
import generated from '../../../generated/protobuf-bodies.json' with { type: 'json' };
import { ApiError } from '../../errors/api-error.ts';
import { decodeDeleteOptions } from '../decode-delete-options.ts';
import { decodeObject } from '../decode-object.ts';
import { builtInKinds } from './built-in-kinds.ts';

const encoded: Readonly<Record<string, string>> = generated;
const kind = fc.constantFrom(...builtInKinds());
const prefixed = fc
  .uint8Array({ maxLength: 400 })
  .map((bytes) => Buffer.concat([Buffer.from('k8s\0'), bytes]));

/** Reads it or refuses it as a bad request; anything else fails the test. */
function attempt(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.code, 400);
  }
}

test('random bytes are read, or refused as a bad request', () => {
  fc.assert(
    fc.property(
      kind,
      fc.oneof(
        prefixed,
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
      (expected, body) => {
        attempt(() => decodeObject(body, { mediaType: 'protobuf', expected, fieldValidation: 'Strict' }));
        attempt(() => decodeDeleteOptions(body, 'protobuf'));
      },
    ),
    { numRuns: 2000 },
  );
});

test('bodies with some bytes changed, cut or added are read, or refused as a bad request', () => {
  const change = fc.record({ at: fc.nat(), byte: fc.nat(255), how: fc.constantFrom('change', 'cut', 'add') });
  fc.assert(
    fc.property(kind, fc.array(change, { minLength: 1, maxLength: 5 }), (expected, changes) => {
      let body = Buffer.from(encoded[`${formatApiVersion(expected)} ${expected.kind}`] ?? '', 'base64');
      for (const { at, byte, how } of changes) {
        // The envelope stays whole for the most part, so that what is in it is reached.
        const place = Math.min(body.length - 1, 40 + (at % body.length));
        const [before, after] = [body.subarray(0, place), body.subarray(place)];
        if (how === 'add') body = Buffer.concat([before, Buffer.of(byte), after]);
        else if (how === 'cut') body = Buffer.concat([before, after.subarray(1)]);
        else body[place] = byte;
      }
      attempt(() => decodeObject(body, { mediaType: 'protobuf', expected, fieldValidation: 'Strict' }));
    }),
    { numRuns: 5000 },
  );
});
