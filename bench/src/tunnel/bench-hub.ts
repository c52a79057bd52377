import { join } from 'node:path';
import type { KubeObject } from '@banyan/api';
import type { ClusterConnection } from '@banyan/kube';
import { temporaryFolder } from '@banyan/testing';
import { startBanyan, type BanyanProgram } from './banyan-program.ts';
import type { BenchCluster } from './bench-clusters.ts';

const API_SERVICES = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
const API_SERVICE = 'v1alpha1.proxies.clusternet.io';

/** `banyan hub` on a cluster. */
export interface BenchHub {
  readonly program: BanyanProgram;
  readonly gatewayPort: number;
  readonly metricsPort: number;
  /** Of the gateway, PEM. */
  readonly ca: string;
  /** The parent's users at the gateway itself. */
  readonly gateway: ClusterConnection;
}

export interface HubOptions {
  /** Where agents are told to connect without the parent's API server. */
  readonly tunnelAddress: string;
  readonly execArgv: readonly string[];
}

export async function startHub(
  parent: BenchCluster,
  { tunnelAddress, execArgv }: HubOptions,
): Promise<BenchHub> {
  const dir = await temporaryFolder('banyan-bench-');
  const ports = ['--secure-port=0', '--metrics-port=0', `--tunnel-address=${tunnelAddress}`];
  const audit = `--audit-log=${join(dir, 'audit.log')}`;
  const program = await startBanyan({
    args: ['hub', '--kubeconfig', parent.kubeconfig, ...ports, audit],
    until: 'hub started',
    execArgv,
  });
  const gatewayPort = Number(program.started['gatewayPort']);
  const metricsPort = Number(program.started['metricsPort']);
  const { spec } = await parent.client.get<KubeObject & { spec: { caBundle: string } }>(API_SERVICES, {
    name: API_SERVICE,
  });
  const ca = Buffer.from(spec.caBundle, 'base64').toString();
  const gateway = { ...parent.client.connection, server: `https://127.0.0.1:${gatewayPort}`, ca };
  return { program, gatewayPort, metricsPort, ca, gateway };
}

/** A member's API server, as the hub or its gateway shows it. */
export function throughHub(connection: ClusterConnection, clusterId: string): ClusterConnection {
  const path = `/apis/proxies.clusternet.io/v1alpha1/sockets/${clusterId}/proxy/direct`;
  return { ...connection, server: `${connection.server}${path}` };
}
