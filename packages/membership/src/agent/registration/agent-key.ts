import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** To which the hub seals this agent's credential. */
export function newAgentKey(): KeyObject {
  return generateKeyPairSync('x25519').privateKey;
}

/** SPKI, DER, base64: as the request carries it. */
export function publicHalf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** PKCS #8 in PEM. */
export function formatAgentKey(privateKey: KeyObject): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Undefined for anything that is no such key. */
export function parseAgentKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'x25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
