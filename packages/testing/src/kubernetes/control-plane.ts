import { join } from 'node:path';
import type { ClusterPki } from './cluster-pki.ts';
import type { Etcd } from './etcd.ts';
import { httpsExchange } from './https-request.ts';
import { kubeProgram } from './kube-binaries.ts';
import { ServerProcess } from './server-process.ts';

export interface ApiServerOptions {
  readonly dir: string;
  readonly pki: ClusterPki;
  readonly etcd: Etcd;
  /** Keeps this cluster's keys apart from others' in the same etcd. */
  readonly etcdPrefix: string;
  readonly port: number;
  readonly extraArgs: readonly string[];
}

/** kube-apiserver as kubeadm would start it, as far as one loopback address allows. Not started yet. */
export function apiServerProcess(options: ApiServerOptions): ServerProcess {
  const { dir, pki, etcd, etcdPrefix, port, extraArgs } = options;
  const server = `https://127.0.0.1:${port}`;
  const admin = pki.client('readiness-probe', ['system:masters']);
  return new ServerProcess({
    name: 'kube-apiserver',
    program: kubeProgram('kube-apiserver'),
    args: [
      `--etcd-servers=${etcd.url}`,
      `--etcd-prefix=${etcdPrefix}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      // Endpoints may not be loopback addresses, so none are written for the kubernetes Service.
      '--endpoint-reconciler-type=none',
      `--tls-cert-file=${pki.file('apiserver.crt')}`,
      `--tls-private-key-file=${pki.file('apiserver.key')}`,
      `--client-ca-file=${pki.file('ca.crt')}`,
      `--kubelet-certificate-authority=${pki.file('ca.crt')}`,
      `--kubelet-client-certificate=${pki.file('kubelet-client.crt')}`,
      `--kubelet-client-key=${pki.file('kubelet-client.key')}`,
      '--kubelet-preferred-address-types=InternalIP',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${pki.file('service-account.pub')}`,
      `--service-account-signing-key-file=${pki.file('service-account.key')}`,
      '--service-cluster-ip-range=10.96.0.0/16',
      '--authorization-mode=Node,RBAC',
      '--enable-admission-plugins=NodeRestriction',
      '--enable-bootstrap-token-auth',
      '--allow-privileged',
      `--requestheader-client-ca-file=${pki.file('front-proxy-ca.crt')}`,
      '--requestheader-allowed-names=front-proxy-client',
      '--requestheader-username-headers=X-Remote-User',
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      `--proxy-client-cert-file=${pki.file('front-proxy-client.crt')}`,
      `--proxy-client-key-file=${pki.file('front-proxy-client.key')}`,
      ...extraArgs,
    ],
    logFile: join(dir, 'kube-apiserver.log'),
    isReady: async () =>
      (await httpsExchange({ server, ca: pki.ca.certificate, ...admin }, { path: '/readyz' })).status === 200,
  });
}

export interface ControllerOptions {
  readonly dir: string;
  readonly pki: ClusterPki;
  readonly kubeconfig: string;
  readonly extraArgs: readonly string[];
  /** True once the first sign of work is seen; the programs' own health port is not opened. */
  readonly isReady: () => Promise<boolean>;
}

export function controllerManagerProcess(options: ControllerOptions): ServerProcess {
  const { dir, pki, kubeconfig, extraArgs, isReady } = options;
  return new ServerProcess({
    name: 'kube-controller-manager',
    program: kubeProgram('kube-controller-manager'),
    args: [
      `--kubeconfig=${kubeconfig}`,
      '--controllers=*,bootstrapsigner,tokencleaner',
      '--use-service-account-credentials',
      `--service-account-private-key-file=${pki.file('service-account.key')}`,
      `--root-ca-file=${pki.file('ca.crt')}`,
      `--cluster-signing-cert-file=${pki.file('ca.crt')}`,
      `--cluster-signing-key-file=${pki.file('ca.key')}`,
      '--leader-elect=false',
      '--secure-port=0',
      ...extraArgs,
    ],
    logFile: join(dir, 'kube-controller-manager.log'),
    isReady,
  });
}

export function schedulerProcess(options: Omit<ControllerOptions, 'pki'>): ServerProcess {
  return new ServerProcess({
    name: 'kube-scheduler',
    program: kubeProgram('kube-scheduler'),
    args: [
      `--kubeconfig=${options.kubeconfig}`,
      '--leader-elect=false',
      '--secure-port=0',
      ...options.extraArgs,
    ],
    logFile: join(options.dir, 'kube-scheduler.log'),
    isReady: options.isReady,
  });
}
