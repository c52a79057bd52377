import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeContinueToken, encodeContinueToken } from './continue-token.ts';

test('a token says where to go on', () => {
  const token = { revision: 7, startKey: 'default/a' };
  assert.deepEqual(decodeContinueToken(encodeContinueToken(token)), token);
});

for (const [text, why] of [
  ['not-base64!', 'illegal base64 data at input byte 10'],
  [encoded({}), 'server does not recognize this encoded version '],
  [
    encoded({ v: 'meta.k8s.io/v1', start: 'a' }),
    'incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
  ],
  [
    encoded({ v: 'meta.k8s.io/v1', rv: 1e308, start: 'a' }),
    'incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
  ],
  [encoded({ v: 'meta.k8s.io/v1', rv: 5 }), 'encoded start key empty (version meta.k8s.io/v1)'],
  [encoded({ v: 'meta.k8s.io/v1', rv: 5, start: '../../x' }), '../../x'],
] as const) {
  test(`a token that the server did not give is refused: ${why}`, () => {
    assert.throws(() => decodeContinueToken(text), {
      code: 400,
      message: `invalid continue token: continue key is not valid: ${why}`,
    });
  });
}

function encoded(token: object): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}
