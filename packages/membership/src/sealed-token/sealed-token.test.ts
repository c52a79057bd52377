import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { suite, test } from 'node:test';
import { SealedTokenError, type SealedTokenErrorCode } from './sealed-token-error.ts';
import { accountId, keyId, openToken, sealedTokenFacts, sealToken } from './sealed-token.ts';
import { tokenExpiry, tokenHalfLife } from './token-claims.ts';

const ISSUED = 1_700_000_000;
const EXPIRES = ISSUED + 86_400;

function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part(claims)}.c2lnbmF0dXJl`;
}

const TOKEN = jwt({ iat: ISSUED, exp: EXPIRES, 'kubernetes.io': { serviceaccount: { uid: 'account-1' } } });

function spki(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
}

function hasCode(code: SealedTokenErrorCode): (error: unknown) => boolean {
  return (error) => error instanceof SealedTokenError && error.code === code;
}

suite('a sealed token', () => {
  const { privateKey } = generateKeyPairSync('x25519');
  const publicKey = spki(privateKey);

  test('is opened by the key that it was sealed to', () => {
    assert.equal(openToken(privateKey, sealToken(publicKey, TOKEN)), TOKEN);
  });

  test('is another one each time, and shows nothing of the token', () => {
    const one = sealToken(publicKey, TOKEN);
    assert.notEqual(one, sealToken(publicKey, TOKEN));
    assert.equal(Buffer.from(one, 'base64').includes(TOKEN.slice(0, 16)), false);
  });

  test('tells everyone when it was issued, when it ends, and for which key and account', () => {
    assert.deepEqual(sealedTokenFacts(sealToken(publicKey, TOKEN)), {
      issuedAt: new Date(ISSUED * 1000),
      expiresAt: new Date(EXPIRES * 1000),
      keyId: keyId(publicKey),
      accountId: accountId('account-1'),
    });
  });

  test('cannot be opened by another key', () => {
    const other = generateKeyPairSync('x25519').privateKey;
    assert.throws(() => openToken(other, sealToken(publicKey, TOKEN)), hasCode('wrong-key'));
  });

  test('cannot be changed anywhere, not even in what it tells everyone', () => {
    const sealed = Buffer.from(sealToken(publicKey, TOKEN), 'base64');
    for (const at of [1, 16, 20, 30, 40, 70, sealed.length - 17, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      assert.throws(
        () => openToken(privateKey, changed.toString('base64')),
        hasCode('wrong-key'),
        `byte ${at}`,
      );
    }
  });

  for (const [what, sealed] of [
    ['nothing', ''],
    ['a plain token', Buffer.from(TOKEN).toString('base64')],
    ['another version', Buffer.alloc(200, 2).toString('base64')],
    ['a cut one', sealToken(publicKey, TOKEN).slice(0, 80)],
  ] as const) {
    test(`is told from ${what}`, () => {
      assert.throws(() => openToken(privateKey, sealed), hasCode('bad-seal'));
      assert.throws(() => sealedTokenFacts(sealed), hasCode('bad-seal'));
    });
  }

  for (const [what, key] of [
    ['nothing', ''],
    ['no base64', '!!'],
    ['a key of another sort', spki(generateKeyPairSync('ed25519').privateKey)],
    ['a point that gives everyone the same secret', `${publicKey.slice(0, 16)}${'A'.repeat(43)}=`],
  ] as const) {
    test(`is not made for ${what}`, () => {
      assert.throws(() => sealToken(key, TOKEN), hasCode('bad-key'));
    });
  }

  test('is not made of what never ends', () => {
    assert.throws(() => sealToken(publicKey, jwt({ sub: 'x' })), hasCode('bad-token'));
    assert.throws(() => sealToken(publicKey, 'abcdef.0123456789abcdef'), hasCode('bad-token'));
  });
});

suite("a token's expiry", () => {
  for (const [what, token, expected] of [
    ['a service account token', TOKEN, new Date(EXPIRES * 1000)],
    ['a token without end', jwt({ sub: 'x' }), undefined],
    ['a bootstrap token', 'abcdef.0123456789abcdef', undefined],
    ['garbage', 'a.b.c', undefined],
    ['an expiry that is no number', jwt({ exp: 'soon' }), undefined],
    ['a payload that is a list', `a.${Buffer.from('[1]').toString('base64url')}.c`, undefined],
  ] as const) {
    test(`of ${what}`, () => assert.deepEqual(tokenExpiry(token), expected));
  }

  test('half of a life is between issue and end', () => {
    const facts = { issuedAt: new Date(1000), expiresAt: new Date(3000) };
    assert.deepEqual(tokenHalfLife(facts), new Date(2000));
  });
});
