import { createPrivateKey, X509Certificate } from 'node:crypto';

/** Why a certificate and a key, both PEM, are no pair; undefined if they are one. */
export function keyPairProblem(certificate: string, key: string): string | undefined {
  if (!hasPem(certificate)) return 'tls: failed to find any PEM data in certificate input';
  if (!hasPem(key)) return 'tls: failed to find any PEM data in key input';
  try {
    const { publicKey } = new X509Certificate(certificate);
    const privateKey = createPrivateKey(key);
    if (publicKey.asymmetricKeyType !== privateKey.asymmetricKeyType)
      return 'tls: private key type does not match public key type';
    const isPair = new X509Certificate(certificate).checkPrivateKey(privateKey);
    return isPair ? undefined : 'tls: private key does not match public key';
  } catch {
    return 'tls: failed to parse private key';
  }
}

function hasPem(text: string): boolean {
  return /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*-----END \1-----/.test(text);
}
