import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CertificateAuthority, type CertificateAndKey } from '@banyan/kube';

/** The certificates of one cluster: in files, since Kubernetes' programs read files. */
export interface ClusterPki {
  readonly dir: string;
  readonly ca: CertificateAuthority;
  /** Signs what the API server shows to aggregated API servers. */
  readonly frontProxyCa: CertificateAuthority;
  file(name: PkiFile): string;
  client(user: string, groups?: readonly string[]): CertificateAndKey;
}

type PkiFile =
  | 'ca.crt'
  | 'ca.key'
  | 'front-proxy-ca.crt'
  | 'apiserver.crt'
  | 'apiserver.key'
  | 'kubelet-client.crt'
  | 'kubelet-client.key'
  | 'front-proxy-client.crt'
  | 'front-proxy-client.key'
  | 'kubelet.crt'
  | 'kubelet.key'
  | 'service-account.key'
  | 'service-account.pub';

const DAY_MS = 24 * 3600 * 1000;

export function createPki(dir: string): ClusterPki {
  mkdirSync(dir, { recursive: true });
  // A day on both sides: tests move clocks.
  const notBefore = new Date(Date.now() - DAY_MS);
  const notAfter = new Date(Date.now() + 30 * DAY_MS);
  const ca = CertificateAuthority.create('kubernetes', notBefore, notAfter);
  const frontProxyCa = CertificateAuthority.create('front-proxy', notBefore, notAfter);
  const file = (name: PkiFile) => join(dir, name);
  const write = (name: PkiFile, text: string) => writeFileSync(file(name), text, { mode: 0o600 });
  const writePair = (
    name: 'apiserver' | 'kubelet-client' | 'front-proxy-client' | 'kubelet',
    pair: CertificateAndKey,
  ) => {
    write(`${name}.crt`, pair.certificate);
    write(`${name}.key`, pair.key);
  };
  const validity = { notBefore, notAfter };
  const client = (user: string, groups: readonly string[] = []) =>
    ca.issue({ commonName: user, organizations: groups, usages: ['client'], ...validity });

  write('ca.crt', ca.certificate);
  write('ca.key', ca.exportKey());
  write('front-proxy-ca.crt', frontProxyCa.certificate);
  const hosts = [
    '127.0.0.1',
    'localhost',
    'kubernetes',
    'kubernetes.default',
    'kubernetes.default.svc',
    '10.96.0.1',
  ];
  writePair('apiserver', ca.issue({ commonName: 'kube-apiserver', hosts, usages: ['server'], ...validity }));
  writePair('kubelet', ca.issue({ commonName: 'kubelet', hosts, usages: ['server'], ...validity }));
  writePair('kubelet-client', client('kube-apiserver-kubelet-client', ['system:masters']));
  writePair(
    'front-proxy-client',
    frontProxyCa.issue({ commonName: 'front-proxy-client', usages: ['client'], ...validity }),
  );
  const serviceAccount = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  write('service-account.key', serviceAccount.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  write('service-account.pub', serviceAccount.publicKey.export({ type: 'spki', format: 'pem' }).toString());
  return { dir, ca, frontProxyCa, file, client };
}
