import { X509Certificate } from 'node:crypto';
import type { KubeObject } from '@banyan/api';
import { CertificateAuthority, isAlreadyExists, isConflict, isNotFound } from '@banyan/kube';
import type { CertificateAndKey, KubeClient } from '@banyan/kube';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
export const CA_SECRET = 'banyan-hub-ca';
const DAY_MS = 86_400_000;
const CA_LIFETIME_MS = 3650 * DAY_MS;
/** Another CA is made this long before the old one ends: both are trusted meanwhile. */
const CA_OVERLAP_MS = 365 * DAY_MS;
const LEAF_LIFETIME_MS = 90 * DAY_MS;
/** Clocks of clients may be behind. */
const BACKDATE_MS = DAY_MS;
const TRIES = 5;

export interface ServingCertificateOptions {
  readonly hubClient: KubeClient;
  /** Of the Secret. */
  readonly namespace: string;
  /** DNS names and addresses that the certificate is for. */
  readonly hosts: readonly string[];
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface ServingCertificate {
  readonly pair: CertificateAndKey;
  /** PEM: what clients have to trust, the CA before this one included. */
  readonly caBundle: string;
}

interface CaSecret extends KubeObject {
  data?: Record<string, string>;
}

/**
 * A new certificate by the hub's own CA, which is in a Secret so that all replicas have the same. It is made if there is
 * none, and followed by another in time.
 */
export async function servingCertificate(options: ServingCertificateOptions): Promise<ServingCertificate> {
  const { authority, caBundle } = await keptAuthority(options);
  const { hosts, now } = options;
  const pair = authority.issue({
    commonName: 'banyan-hub',
    hosts,
    usages: ['server'],
    notBefore: new Date(now.getTime() - BACKDATE_MS),
    notAfter: new Date(now.getTime() + LEAF_LIFETIME_MS),
  });
  return { pair, caBundle };
}

interface KeptAuthority {
  readonly authority: CertificateAuthority;
  readonly caBundle: string;
}

/** Another replica may do the same at the same time: whoever comes first is right. */
async function keptAuthority(options: ServingCertificateOptions): Promise<KeptAuthority> {
  const { hubClient, namespace, now, signal } = options;
  const key = { namespace, name: CA_SECRET };
  for (let tries = 1; ; tries += 1) {
    const kept = await hubClient.get<CaSecret>(SECRETS, key, { signal }).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
    const current = kept && loaded(kept);
    if (current !== undefined && !isEnding(current.authority.certificate, now)) return current;
    const next = newAuthority(now, current?.authority.certificate ?? '');
    try {
      if (kept === undefined) await hubClient.create(SECRETS, secretOf(namespace, next), { signal });
      else await hubClient.update(SECRETS, { ...kept, data: dataOf(next) }, { signal });
      return next;
    } catch (error) {
      if (tries >= TRIES || !(isAlreadyExists(error) || isConflict(error))) throw error;
    }
  }
}

function loaded({ metadata, data = {} }: CaSecret): KeptAuthority {
  const text = (name: string) => Buffer.from(data[name] ?? '', 'base64').toString();
  try {
    const authority = CertificateAuthority.load({ certificate: text('tls.crt'), key: text('tls.key') });
    return { authority, caBundle: text('ca.crt') || authority.certificate };
  } catch (cause) {
    throw new Error(
      `Secret ${metadata.namespace}/${CA_SECRET} holds no CA; delete it, and the hub makes a new one`,
      { cause },
    );
  }
}

function isEnding(certificate: string, now: Date): boolean {
  return Date.parse(new X509Certificate(certificate).validTo) - now.getTime() < CA_OVERLAP_MS;
}

function newAuthority(now: Date, before: string): KeptAuthority {
  const from = new Date(now.getTime() - BACKDATE_MS);
  const authority = CertificateAuthority.create(
    'banyan-hub-ca',
    from,
    new Date(now.getTime() + CA_LIFETIME_MS),
  );
  return { authority, caBundle: authority.certificate + before };
}

function secretOf(namespace: string, kept: KeptAuthority): CaSecret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace, name: CA_SECRET },
    type: 'kubernetes.io/tls',
    data: dataOf(kept),
  };
}

function dataOf({ authority, caBundle }: KeptAuthority): Record<string, string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return {
    'tls.crt': base64(authority.certificate),
    'tls.key': base64(authority.exportKey()),
    'ca.crt': base64(caBundle),
  };
}
