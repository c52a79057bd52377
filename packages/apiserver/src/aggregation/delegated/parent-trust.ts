import type { KubeClient } from '@banyan/kube';
import { TrustedCertificates } from '../../authentication/certificate-login.ts';
import type { FrontProxy } from '../../authentication/front-proxy-login.ts';
import { AUTHENTICATION_CONFIG } from '../authentication-config.ts';

/** Whom the parent says to believe. */
export interface ParentTrust {
  /** Speaks for others by its certificate; undefined: nobody does. */
  readonly frontProxy: FrontProxy | undefined;
  readonly clientCertificates: TrustedCertificates | undefined;
  /** PEM of all authorities above: what a TLS server asks clients for. */
  readonly authorities: string;
}

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };

/** Reads it from the parent's ConfigMap. `before` is kept as far as nothing has changed. Throws KubeErrors. */
export async function readParentTrust(
  parent: KubeClient,
  now: () => Date,
  before?: { readonly trust: ParentTrust; readonly version: string },
): Promise<{ trust: ParentTrust; version: string }> {
  const { namespace, name } = AUTHENTICATION_CONFIG;
  const { metadata, data } = (await parent.get(CONFIG_MAPS, { namespace, name })) as ConfigMap;
  const version = metadata.resourceVersion ?? '';
  if (before?.version === version) return before;
  return { trust: trustOf(data ?? {}, now), version };
}

interface ConfigMap {
  readonly metadata: { readonly resourceVersion?: string };
  readonly data?: Readonly<Record<string, string>>;
}

function trustOf(data: Readonly<Record<string, string>>, now: () => Date): ParentTrust {
  const clientCa = data['client-ca-file'] ?? '';
  const frontProxyCa = data['requestheader-client-ca-file'] ?? '';
  return {
    clientCertificates: clientCa === '' ? undefined : new TrustedCertificates(clientCa, now),
    frontProxy:
      frontProxyCa === ''
        ? undefined
        : {
            certificates: new TrustedCertificates(frontProxyCa, now),
            allowedNames: namesIn(data, 'requestheader-allowed-names'),
            userHeaders: headersIn(data, 'requestheader-username-headers'),
            groupHeaders: headersIn(data, 'requestheader-group-headers'),
            uidHeaders: headersIn(data, 'requestheader-uid-headers'),
            extraHeaderPrefixes: headersIn(data, 'requestheader-extra-headers-prefix'),
          },
    authorities: [clientCa, frontProxyCa].filter((pem) => pem !== '').join('\n'),
  };
}

function headersIn(data: Readonly<Record<string, string>>, key: string): string[] {
  return namesIn(data, key).map((name) => name.toLowerCase());
}

function namesIn(data: Readonly<Record<string, string>>, key: string): string[] {
  const names: unknown = JSON.parse(data[key] ?? '[]');
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
