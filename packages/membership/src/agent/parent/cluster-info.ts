import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ConfigMap } from '@banyan/api/objects';
import { parseKubeconfig } from '@banyan/kube';
import type { BootstrapToken } from './bootstrap-token.ts';
import { splitCertificates } from './ca-hash.ts';

/**
 * True if the kubeconfig in a `cluster-info` ConfigMap was signed with the token: a detached JWS (HS256), whose key is
 * the token's secret half. `prefix`: of the entry with the signature. Whoever knows the token could have signed it, and nobody else.
 */
export function isSignedBy(
  clusterInfo: ConfigMap,
  { id, secret }: BootstrapToken,
  prefix = 'jws-kubeconfig-',
): boolean {
  const [header = '', payload, signature = '', ...rest] = (clusterInfo.data?.[`${prefix}${id}`] ?? '').split(
    '.',
  );
  if (payload !== '' || rest.length > 0 || !isHs256(header, id)) return false;
  const content = Buffer.from(clusterInfo.data?.['kubeconfig'] ?? '').toString('base64url');
  const expected = createHmac('sha256', secret).update(`${header}.${content}`).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function isHs256(header: string, keyId: string): boolean {
  try {
    const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as {
      alg?: unknown;
      kid?: unknown;
    };
    return alg === 'HS256' && kid === keyId;
  } catch {
    return false;
  }
}

/** The CA certificates that it names; none if it cannot be read. */
export function certificatesOf(clusterInfo: ConfigMap): string[] {
  try {
    const config = parseKubeconfig(clusterInfo.data?.['kubeconfig'] ?? '', 'cluster-info');
    return [...config.clusters.values()].flatMap(({ certificateAuthorityData }) =>
      splitCertificates(certificateAuthorityData ?? ''),
    );
  } catch {
    return [];
  }
}
