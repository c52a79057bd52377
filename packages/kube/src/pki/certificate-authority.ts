import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import {
  bitString,
  boolean,
  contextTag,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  time,
  utf8String,
} from './der.ts';

/** A certificate and its private key (PKCS #8), both PEM. */
export interface CertificateAndKey {
  readonly certificate: string;
  readonly key: string;
}

export interface CertificateRequest {
  readonly commonName: string;
  /** Kubernetes reads them as the user's groups. */
  readonly organizations?: readonly string[];
  /** DNS names and IP addresses, as one list. */
  readonly hosts?: readonly string[];
  readonly usages: readonly ('server' | 'client')[];
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const OID = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extKeyUsage: '2.5.29.37',
  server: '1.3.6.1.5.5.7.3.1',
  client: '1.3.6.1.5.5.7.3.2',
} as const;

const SIGNATURE_ALGORITHM = sequence(objectIdentifier(OID.ecdsaWithSha256));

/** Signs certificates with an ECDSA P-256 key. Nothing is kept on disk: the caller stores what it gets. */
export class CertificateAuthority {
  readonly certificate: string;
  readonly #key: KeyObject;
  readonly #issuer: Buffer;
  readonly #keyId: Buffer;

  private constructor(certificate: string, key: KeyObject, commonName: string) {
    this.certificate = certificate;
    this.#key = key;
    this.#issuer = distinguishedName(commonName, []);
    this.#keyId = keyIdentifier(publicKeyInfo(createPublicKey(key)));
  }

  /** A new self-signed authority. */
  static create(commonName: string, notBefore: Date, notAfter: Date): CertificateAuthority {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const name = distinguishedName(commonName, []);
    const spki = publicKeyInfo(publicKey);
    const certificate = signCertificate(privateKey, {
      issuer: name,
      subject: name,
      spki,
      notBefore,
      notAfter,
      extensions: [
        extension(OID.basicConstraints, sequence(boolean(true)), 'critical'),
        // digitalSignature, keyCertSign, cRLSign
        extension(OID.keyUsage, bitString(Buffer.from([0b1000_0110]), 1), 'critical'),
        extension(OID.subjectKeyIdentifier, octetString(keyIdentifier(spki))),
      ],
    });
    return new CertificateAuthority(certificate, privateKey, commonName);
  }

  /** An authority that `create` made before. Throws if the key does not belong to the certificate. */
  static load({ certificate, key }: CertificateAndKey): CertificateAuthority {
    const parsed = new X509Certificate(certificate);
    const privateKey = createPrivateKey(key);
    if (!parsed.checkPrivateKey(privateKey))
      throw new Error(`the key is not that of the CA ${parsed.subject}`);
    const commonName = /^CN=(.*)$/m.exec(parsed.subject)?.[1];
    if (commonName === undefined) throw new Error(`the CA's subject has no common name: ${parsed.subject}`);
    return new CertificateAuthority(certificate, privateKey, commonName);
  }

  /** The private key, for the one who stores the authority. */
  exportKey(): string {
    return exportKey(this.#key);
  }

  /** A new key and a certificate for it. */
  issue(request: CertificateRequest): CertificateAndKey {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return { certificate: this.#sign(publicKey, request), key: exportKey(privateKey) };
  }

  #sign(publicKey: KeyObject, request: CertificateRequest): string {
    const usages = request.usages.map((usage) => objectIdentifier(OID[usage]));
    const extensions = [
      extension(OID.keyUsage, bitString(Buffer.from([0b1000_0000]), 7), 'critical'),
      extension(OID.extKeyUsage, sequence(...usages)),
      extension(OID.basicConstraints, sequence(), 'critical'),
      extension(OID.authorityKeyIdentifier, sequence(contextTag(0, 'primitive', this.#keyId))),
    ];
    const hosts = request.hosts ?? [];
    if (hosts.length > 0) extensions.push(extension(OID.subjectAltName, sequence(...hosts.map(generalName))));
    return signCertificate(this.#key, {
      issuer: this.#issuer,
      subject: distinguishedName(request.commonName, request.organizations ?? []),
      spki: publicKeyInfo(publicKey),
      notBefore: request.notBefore,
      notAfter: request.notAfter,
      extensions,
    });
  }
}

interface ToBeSigned {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly spki: Buffer;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly extensions: readonly Buffer[];
}

function signCertificate(key: KeyObject, fields: ToBeSigned): string {
  const body = sequence(
    contextTag(0, 'constructed', integer(Buffer.from([2]))), // version 3
    integer(randomBytes(16)),
    SIGNATURE_ALGORITHM,
    fields.issuer,
    sequence(time(fields.notBefore), time(fields.notAfter)),
    fields.subject,
    fields.spki,
    contextTag(3, 'constructed', sequence(...fields.extensions)),
  );
  return pem(sequence(body, SIGNATURE_ALGORITHM, bitString(sign('sha256', body, key))));
}

function distinguishedName(commonName: string, organizations: readonly string[]): Buffer {
  const attribute = (oid: string, value: string) => setOf(sequence(objectIdentifier(oid), utf8String(value)));
  return sequence(
    ...organizations.map((organization) => attribute(OID.organization, organization)),
    attribute(OID.commonName, commonName),
  );
}

function extension(oid: string, value: Buffer, critical?: 'critical'): Buffer {
  return sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));
}

function generalName(host: string): Buffer {
  return isIP(host) === 0
    ? contextTag(2, 'primitive', Buffer.from(host, 'ascii'))
    : contextTag(7, 'primitive', addressBytes(host));
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  // The URL parser writes an IPv6 address in its canonical form, without an embedded IPv4 part.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail ?? '')];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function publicKeyInfo(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function keyIdentifier(spki: Buffer): Buffer {
  return createHash('sha256').update(spki).digest().subarray(0, 20);
}

function exportKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
