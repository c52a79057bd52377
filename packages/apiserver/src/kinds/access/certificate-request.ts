import { constants, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { childrenOf, derElement, derOid, type DerElement } from './der-element.ts';
import { pemBlocks } from './pem-blocks.ts';

/** What matters of a PKCS#10 request. */
export interface CertificateRequest {
  /** The part that is signed. */
  readonly signed: Buffer;
  /** DER of the public key. */
  readonly publicKey: Buffer;
  readonly algorithm: string;
  /** Of an algorithm that is told its digest: the digest. */
  readonly digest: string | undefined;
  readonly signature: Buffer;
  /** Who it is for: the groups of the user. */
  readonly organizations: readonly string[];
}

const ORGANIZATION = '2.5.4.10';

/** Digests of the algorithms with which requests are signed; null where the algorithm has its own. */
const DIGESTS: Readonly<Record<string, string | null>> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.3.101.112': null,
};

/** RSA with random padding: its parameters begin with the digest. */
const RSA_PSS = '1.2.840.113549.1.1.10';
const PSS_DIGESTS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** Reads the request in a PEM text. Throws an Error that says why there is none. */
export function parseCertificateRequest(pem: string): CertificateRequest {
  const [block] = pemBlocks(pem);
  if (block?.type !== 'CERTIFICATE REQUEST') throw new Error('PEM block type must be CERTIFICATE REQUEST');
  try {
    const [info, algorithm, signature] = childrenOf(derElement(block.bytes));
    const [, subject, publicKey] = childrenOf(present(info));
    const [name, parameters] = childrenOf(present(algorithm));
    const algorithmName = derOid(present(name));
    return {
      signed: present(info).whole,
      publicKey: present(publicKey).whole,
      algorithm: algorithmName,
      digest: algorithmName === RSA_PSS ? pssDigest(present(parameters)) : undefined,
      // The first byte of a bit string counts the bits that do not count.
      signature: present(signature).content.subarray(1),
      organizations: organizationsIn(present(subject)),
    };
  } catch {
    throw new Error('asn1: structure error: malformed certificate request');
  }
}

/** The digest is the first parameter, in a tag of its own, and may have parameters itself. */
function pssDigest(parameters: DerElement): string | undefined {
  const [tagged] = childrenOf(parameters);
  const [digest] = childrenOf(present(tagged));
  return PSS_DIGESTS[derOid(present(childrenOf(present(digest))[0]))];
}

/** Why a request is not signed with its own key; undefined if it is. */
export function signatureProblem(request: CertificateRequest): string | undefined {
  const isPss = request.algorithm === RSA_PSS;
  const digest = isPss ? request.digest : DIGESTS[request.algorithm];
  if (digest === undefined) return 'x509: cannot verify signature: algorithm unimplemented';
  try {
    const key = createPublicKey({ key: request.publicKey, format: 'der', type: 'spki' });
    const padding = isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
    if (verify(digest, request.signed, { key, ...padding }, request.signature)) return undefined;
    return failureOf(key);
  } catch {
    return 'x509: unsupported public key';
  }
}

function failureOf({ asymmetricKeyType }: KeyObject): string {
  if (asymmetricKeyType === 'rsa') return 'crypto/rsa: verification error';
  return `x509: ${asymmetricKeyType === 'ec' ? 'ECDSA' : 'Ed25519'} verification failure`;
}

/** A name is a list of sets of pairs: of which kind, and what. */
function organizationsIn(subject: DerElement): string[] {
  const pairs = childrenOf(subject).flatMap(childrenOf).map(childrenOf);
  return pairs.flatMap(([kind, value]) =>
    kind !== undefined && value !== undefined && derOid(kind) === ORGANIZATION
      ? [value.content.toString('utf8')]
      : [],
  );
}

function present(element: DerElement | undefined): DerElement {
  if (element === undefined) throw new RangeError('an element is missing');
  return element;
}
