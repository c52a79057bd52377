import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { SealedTokenError } from './sealed-token-error.ts';
import { tokenClaims } from './token-claims.ts';

/**
 * A sealed token is: version (1 byte), issued and expires (8 bytes each, seconds since 1970), the first 8 bytes of the
 * SHA-256 of the recipient's key and of the account's uid, the sender's X25519 key (32), the ciphertext, the tag (16).
 * What stands before the ciphertext is readable by everyone, and covered by the tag.
 */
const VERSION = 1;
const ID_BYTES = 8;
const PUBLIC_KEY_AT = 1 + 8 + 8 + 2 * ID_BYTES;
const RAW_KEY_BYTES = 32;
const HEADER_BYTES = PUBLIC_KEY_AT + RAW_KEY_BYTES;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const PURPOSE = 'banyan.dev/agent-token/v1';
/** What DER puts before the 32 bytes of an X25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');

/** What a sealed token says to those who cannot open it. */
export interface SealedTokenFacts {
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** As `keyId` gives it for the key that it was sealed to. */
  readonly keyId: string;
  /** As `accountId` gives it for the ServiceAccount that it is a token of. */
  readonly accountId: string;
}

/**
 * Encrypts a token to an X25519 public key (SPKI, base64), so that only the holder of its private half reads it. The
 * answer is base64. Throws SealedTokenError (`bad-key`, `bad-token`); neither key nor token is in its message.
 */
export function sealToken(publicKeySpkiBase64: string, token: string): string {
  const recipient = publicKeyOf(publicKeySpkiBase64);
  const claims = tokenClaims(token);
  if (claims === undefined) {
    throw new SealedTokenError('bad-token', 'the token to be sealed is not a JWT with an expiry');
  }
  const sender = generateKeyPairSync('x25519');
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(VERSION, 0);
  header.writeBigUInt64BE(seconds(claims.issuedAt), 1);
  header.writeBigUInt64BE(seconds(claims.expiresAt), 9);
  header.write(keyId(publicKeySpkiBase64), 17, 'hex');
  header.write(accountId(claims.accountUid ?? ''), 17 + ID_BYTES, 'hex');
  rawKey(sender.publicKey).copy(header, PUBLIC_KEY_AT);
  const { key, nonce } = sharedKeyWith(recipient, sender.privateKey, header);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(header);
  return Buffer.concat([header, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
}

/** The reverse. Throws SealedTokenError: `bad-seal` if it is none, `wrong-key` if it was sealed to another key or changed. */
export function openToken(privateKey: KeyObject, sealed: string): string {
  const bytes = sealedBytes(sealed);
  const header = bytes.subarray(0, HEADER_BYTES);
  const sender = publicKeyOf(Buffer.concat([SPKI_PREFIX, header.subarray(PUBLIC_KEY_AT)]).toString('base64'));
  try {
    const { key, nonce } = sharedKey(privateKey, sender, header);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(header).setAuthTag(bytes.subarray(-TAG_BYTES));
    const token = decipher.update(bytes.subarray(HEADER_BYTES, -TAG_BYTES));
    return Buffer.concat([token, decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new SealedTokenError('wrong-key', 'the credential was sealed to another key, or was changed', {
      cause,
    });
  }
}

/** Throws SealedTokenError with code `bad-seal` for anything else, also for a token that is not sealed. */
export function sealedTokenFacts(sealed: string): SealedTokenFacts {
  const bytes = sealedBytes(sealed);
  return {
    issuedAt: new Date(Number(bytes.readBigUInt64BE(1)) * 1000),
    expiresAt: new Date(Number(bytes.readBigUInt64BE(9)) * 1000),
    keyId: bytes.toString('hex', 17, 17 + ID_BYTES),
    accountId: bytes.toString('hex', 17 + ID_BYTES, PUBLIC_KEY_AT),
  };
}

/** Whether a token can be sealed to it. */
export function isAgentKey(publicKeySpkiBase64: string): boolean {
  try {
    const { privateKey } = generateKeyPairSync('x25519');
    sharedKeyWith(publicKeyOf(publicKeySpkiBase64), privateKey, Buffer.alloc(HEADER_BYTES));
    return true;
  } catch {
    return false;
  }
}

export function keyId(publicKeySpkiBase64: string): string {
  return shortHash(Buffer.from(publicKeySpkiBase64, 'base64'));
}

export function accountId(accountUid: string): string {
  return shortHash(Buffer.from(accountUid));
}

function shortHash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest().toString('hex', 0, ID_BYTES);
}

function sealedBytes(sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < HEADER_BYTES + TAG_BYTES || bytes[0] !== VERSION) {
    throw new SealedTokenError('bad-seal', 'the credential is not a sealed token of a version known here');
  }
  return bytes;
}

function publicKeyOf(spkiBase64: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(spkiBase64, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'x25519') return key;
  } catch {
    // Said below: what OpenSSL says of it helps nobody.
  }
  throw badKey();
}

function badKey(): SealedTokenError {
  return new SealedTokenError('bad-key', 'the key is not an X25519 public key (SPKI, DER, base64)');
}

/** A key can be of the right form and still be refused: some points give everyone the same secret. */
function sharedKeyWith(recipient: KeyObject, privateKey: KeyObject, header: Buffer): SharedKey {
  try {
    return sharedKey(privateKey, recipient, header);
  } catch {
    throw badKey();
  }
}

interface SharedKey {
  readonly key: Buffer;
  readonly nonce: Buffer;
}

function rawKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(-RAW_KEY_BYTES);
}

function sharedKey(privateKey: KeyObject, publicKey: KeyObject, header: Buffer): SharedKey {
  const secret = diffieHellman({ privateKey, publicKey });
  const derived = Buffer.from(hkdfSync('sha256', secret, header, PURPOSE, KEY_BYTES + NONCE_BYTES));
  return { key: derived.subarray(0, KEY_BYTES), nonce: derived.subarray(KEY_BYTES) };
}

function seconds(time: Date): bigint {
  return BigInt(Math.max(0, Math.floor(time.getTime() / 1000)));
}
