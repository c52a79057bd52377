import { formatKubeconfig, KubeError, type ClusterConnection, type Kubeconfig } from '@banyan/kube';
import { MembershipError } from '../membership-error.ts';

/**
 * The chosen context as a kubeconfig that works anywhere: files are read into it. Throws MembershipError `bad-input` for
 * what only works on the machine of the person, or not for long.
 */
export async function selfContainedKubeconfig(
  memberName: string,
  config: Kubeconfig,
  connection: ClusterConnection,
): Promise<string> {
  const context = config.contexts.get(connection.name);
  const user = config.users.get(context?.user ?? '');
  const refuse = (what: string): MembershipError =>
    new MembershipError(
      'bad-input',
      `${config.origin}: context "${connection.name}" ${what}: give the kubeconfig of a service account, by token or certificate`,
    );
  if (user?.exec !== undefined)
    throw refuse('runs a program for its credentials, which the hub does not have');
  if (user?.tokenFile !== undefined) throw refuse('takes its token from a file that changes');
  if (connection.impersonate !== undefined) throw refuse('impersonates someone');
  const { token, clientCertificate, basic } = await readCredentials(connection);
  if (basic !== undefined) throw refuse('has a user name and a password');
  if (token === undefined && clientCertificate === undefined) throw refuse('has no credentials');
  const ca = typeof connection.ca === 'function' ? await connection.ca() : connection.ca;
  return formatKubeconfig([
    {
      name: memberName,
      server: connection.server,
      ...(ca !== undefined && { ca }),
      ...(connection.tlsServerName !== undefined && { tlsServerName: connection.tlsServerName }),
      ...(connection.insecureSkipTlsVerify === true && { insecureSkipTlsVerify: true }),
      ...(config.clusters.get(context?.cluster ?? '')?.proxyUrl !== undefined &&
        connection.proxyUrl !== undefined && { proxyUrl: connection.proxyUrl }),
      ...(token !== undefined && { token }),
      ...(clientCertificate !== undefined && { clientCertificate }),
    },
  ]);
}

async function readCredentials(connection: ClusterConnection): Promise<{
  token?: string;
  basic?: object;
  clientCertificate?: { cert: string; key: string };
}> {
  try {
    return (await connection.credentials?.get()) ?? {};
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    throw new MembershipError('bad-input', error.message, { cause: error });
  }
}
