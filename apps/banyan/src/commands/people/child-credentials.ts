import { kubeconfigConnection, loadKubeconfig } from '@banyan/kube';
import type { KubeconfigEntries } from './member-kubeconfig.ts';

/** Whom the hub takes those for who bring credentials of a member along. */
const PROXY_USER = 'clusternet';

/**
 * The way through the hub with the credentials of a member's own kubeconfig, as Clusternet's clients go: in the extras of
 * an identity that one must be allowed to take on. Nothing of them is shown to the hub's RBAC.
 */
export async function withChildCredentials(
  entries: KubeconfigEntries,
  path: string,
): Promise<KubeconfigEntries> {
  const config = await loadKubeconfig({ env: process.env, path });
  const options = { env: process.env, isTerminal: process.stdin.isTTY };
  const { token, clientCertificate } = (await kubeconfigConnection(config, options).credentials?.get()) ?? {};
  const extra =
    token === undefined
      ? clientCertificate && {
          'clusternet-certificate': [base64(clientCertificate.cert)],
          'clusternet-privatekey': [base64(clientCertificate.key)],
        }
      : { 'clusternet-token': [token] };
  if (extra === undefined) throw new Error(`${path}: its user has neither a token nor a certificate`);
  return { ...entries, user: { ...entries.user, as: PROXY_USER, 'as-user-extra': extra } };
}

function base64(pem: string): string {
  return Buffer.from(pem).toString('base64');
}
