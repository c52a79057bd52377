import type { ConfigMap } from '@banyan/api/objects';
import { isForbidden, isNotFound, isUnauthorized } from '@banyan/kube';
import { ACCOUNT_SIGNATURE_PREFIX, accountSigningKey } from '../../account-signing-key.ts';
import { AgentError } from '../agent-error.ts';
import type { AgentOptions } from '../agent-options.ts';
import { parseBootstrapToken } from './bootstrap-token.ts';
import { caHash, parseCaHash, splitCertificates } from './ca-hash.ts';
import { certificatesOf, isSignedBy } from './cluster-info.ts';
import { unverifiedClient } from './parent-client.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const CLUSTER_INFO = { namespace: 'kube-public', name: 'cluster-info' };
const GIVE_CA =
  'give the CA with --cluster-reg-ca FILE, or its hash with --cluster-reg-ca-hash (`banyan join` prints it)';

/**
 * The CA by which the hub is verified, in PEM: the one that is given, or the one that the hub shows in `cluster-info`
 * and that a given hash, or the token's signature, proves. Throws an AgentError if there is no such proof, and a
 * KubeError if the hub cannot be asked.
 */
export async function trustedCa(options: AgentOptions, signal: AbortSignal): Promise<string> {
  if (options.ca !== undefined) return givenCa(options.ca);
  if (options.caHash === undefined && options.token === undefined) {
    throw new AgentError('untrusted', `nothing proves who ${options.parentUrl} is: ${GIVE_CA}`);
  }
  const clusterInfo = await readClusterInfo(options, signal);
  const certificates = certificatesOf(clusterInfo);
  if (options.caHash !== undefined) {
    const pin = parseCaHash(options.caHash);
    const pinned = certificates.filter((certificate) => caHash(certificate) === pin);
    if (pinned.length > 0) return pinned.join('\n');
    throw new AgentError(
      'untrusted',
      `${options.parentUrl} shows a CA whose hash is not that of --cluster-reg-ca-hash: wrong hub, or its CA was replaced`,
    );
  }
  if (isSignedWith(clusterInfo, options.token ?? '') && certificates.length > 0)
    return certificates.join('\n');
  throw new AgentError(
    'untrusted',
    `the cluster-info of ${options.parentUrl} is not signed with this registration token (expired, or another hub's): ${GIVE_CA}`,
  );
}

/** Kubernetes, or the hub, signs with bootstrap tokens, and the hub with those of service accounts. */
function isSignedWith(clusterInfo: ConfigMap, token: string): boolean {
  const bootstrap = parseBootstrapToken(token);
  return bootstrap === undefined
    ? isSignedBy(clusterInfo, accountSigningKey(token), ACCOUNT_SIGNATURE_PREFIX)
    : isSignedBy(clusterInfo, bootstrap);
}

function givenCa(pem: string): string {
  const certificates = splitCertificates(pem);
  if (certificates.length > 0) return certificates.join('\n');
  throw new AgentError('bad-option', '--cluster-reg-ca: there is no certificate (PEM) in it');
}

async function readClusterInfo(options: AgentOptions, signal: AbortSignal): Promise<ConfigMap> {
  const client = unverifiedClient(options.parentUrl, options);
  try {
    return await client.get<ConfigMap>(CONFIG_MAPS, CLUSTER_INFO, { signal });
  } catch (cause) {
    if (!isNotFound(cause) && !isForbidden(cause) && !isUnauthorized(cause)) throw cause;
    throw new AgentError(
      'untrusted',
      `${options.parentUrl} does not show its cluster-info to newcomers: ${GIVE_CA}`,
      { cause },
    );
  } finally {
    await client.close();
  }
}
