import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatApiVersion } from '@banyan/api';
import { isOnPath } from '@banyan/testing';
import { decodeObject } from '../../packages/apiserver/src/decoding/decode-object.ts';
import { builtInKinds } from '../../packages/apiserver/src/decoding/protobuf/built-in-kinds.ts';
import { writeProtobuf } from '../../packages/apiserver/src/decoding/protobuf/write-protobuf.ts';
import { RandomBody, seededRandom } from '../../packages/apiserver/src/decoding/random-body.ts';
import { structOfKind } from '../../packages/apiserver/src/decoding/typed/go-objects.ts';
import { encodeBodies, PROTOBUF_BODIES_FILE } from './encode-bodies.ts';
import { encodeWithGo } from './go-encoder.ts';

/** One that failed once belongs here. */
const SEEDS = [1, 2, 3];
const BODIES_OF_A_KIND = 20;
const skip = !isOnPath('go') && 'needs Go';

test('the stored bodies are those that Kubernetes’ Go modules write', { skip }, () => {
  assert.deepEqual(encodeBodies().split('\n'), readFileSync(PROTOBUF_BODIES_FILE, 'utf8').split('\n'));
});

for (const seed of SEEDS) {
  test(
    `random objects (seed ${seed}) are read from protobuf as Go reads them, and come back when they are written`,
    { skip },
    () => {
      const random = new RandomBody(seededRandom(seed), 0);
      const bodies = builtInKinds().flatMap((expected) => {
        const struct = structOfKind(expected);
        assert.ok(struct);
        const identity = `"kind":"${expected.kind}","apiVersion":"${formatApiVersion(expected)}"`;
        return Array.from({ length: BODIES_OF_A_KIND }, () => {
          const members = random.text(struct).slice(1);
          return { expected, text: `{${identity}${members === '}' ? '' : ','}${members}` };
        });
      });
      const encoded = encodeWithGo(bodies.map(({ text }) => text));
      let compared = 0;
      for (const [index, { expected, text }] of bodies.entries()) {
        const go = encoded[index];
        assert.ok(go);
        // Some values are none of their types: that is said to who decodes JSON.
        if ('error' in go) continue;
        const options = { mediaType: 'protobuf', expected, fieldValidation: 'Strict' } as const;
        const { object } = decodeObject(Buffer.from(go.protobuf, 'base64'), options);
        assert.deepEqual(object, go.read, text);
        // Bytes may differ: what is empty and not written in JSON is not written here.
        assert.deepEqual(
          decodeObject(writeProtobuf(object) ?? Buffer.alloc(0), options).object,
          object,
          text,
        );
        compared += 1;
      }
      assert.ok(compared > bodies.length / 2, `${compared} of ${bodies.length}`);
    },
  );
}
