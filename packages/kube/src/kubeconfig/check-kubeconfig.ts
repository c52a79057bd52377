import { KubeError } from '../errors/kube-error.ts';
import type { KubeconfigCluster, KubeconfigUser } from './kubeconfig.ts';

const EXEC_API_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];
const PROXY_SCHEMES = ['http:', 'https:', 'socks5:'];

/** Throws what kubectl, too, would not accept; the message names file, entry and field. */
export function checkCluster(name: string, cluster: KubeconfigCluster): void {
  const wrong = (words: string): KubeError =>
    new KubeError('BadConfig', `${cluster.origin}: cluster "${name}": ${words}`);
  if (cluster.server === undefined) throw wrong('server is missing');
  if (cluster.certificateAuthority !== undefined && cluster.certificateAuthorityData !== undefined) {
    throw wrong('certificate-authority and certificate-authority-data are both given: keep one');
  }
  const hasCa = (cluster.certificateAuthority ?? cluster.certificateAuthorityData) !== undefined;
  if (cluster.insecureSkipTlsVerify && hasCa) {
    throw wrong('insecure-skip-tls-verify and a certificate authority are both given: keep one');
  }
  if (cluster.proxyUrl === undefined) return;
  const proxy = URL.parse(cluster.proxyUrl);
  if (proxy === null || !PROXY_SCHEMES.includes(proxy.protocol)) {
    throw wrong(
      `proxy-url must begin with http://, https:// or socks5://, not ${proxy?.protocol ?? 'as it does'}`,
    );
  }
}

export function checkUser(name: string, user: KubeconfigUser): void {
  const wrong = (words: string): KubeError =>
    new KubeError('BadConfig', `${user.origin}: user "${name}": ${words}`);
  const basic = user.username ?? user.password;
  if (user.token !== undefined && basic !== undefined) {
    throw wrong('token and username/password are both given: keep one');
  }
  if (user.tokenFile !== undefined && basic !== undefined) {
    throw wrong('tokenFile and username/password are both given: keep one');
  }
  checkCertificate(user, wrong);
  checkExec(user, wrong);
  if (user.authProvider !== undefined) {
    throw wrong(`auth-provider "${user.authProvider}" is not supported: use an exec plugin`);
  }
  const impersonatesMore =
    user.impersonateUid !== undefined ||
    user.impersonateGroups.length > 0 ||
    Object.keys(user.impersonateExtra).length > 0;
  if (impersonatesMore && user.impersonate === undefined) {
    throw wrong('as-uid, as-groups or as-user-extra is given without as');
  }
}

function checkCertificate(user: KubeconfigUser, wrong: (words: string) => KubeError): void {
  if ((user.clientCertificate ?? user.clientCertificateData) === undefined) return;
  if (user.clientCertificate !== undefined && user.clientCertificateData !== undefined) {
    throw wrong('client-certificate and client-certificate-data are both given: keep one');
  }
  if (user.clientKey !== undefined && user.clientKeyData !== undefined) {
    throw wrong('client-key and client-key-data are both given: keep one');
  }
  if ((user.clientKey ?? user.clientKeyData) === undefined) {
    throw wrong('a client certificate is given without client-key or client-key-data');
  }
}

function checkExec({ exec }: KubeconfigUser, wrong: (words: string) => KubeError): void {
  if (exec === undefined) return;
  if (exec.command === undefined) throw wrong('exec.command is missing');
  if (exec.apiVersion === undefined || !EXEC_API_VERSIONS.includes(exec.apiVersion)) {
    throw wrong(`exec.apiVersion "${exec.apiVersion ?? ''}" must be ${EXEC_API_VERSIONS.join(' or ')}`);
  }
  if (exec.env.some((variable) => variable.name === '')) throw wrong('exec.env has an entry without a name');
  const mode = exec.interactiveMode;
  if (mode === undefined && exec.apiVersion.endsWith('/v1beta1')) return;
  if (mode === undefined || !['Never', 'IfAvailable', 'Always'].includes(mode)) {
    throw wrong(`exec.interactiveMode "${mode ?? ''}" must be Never, IfAvailable or Always`);
  }
}
