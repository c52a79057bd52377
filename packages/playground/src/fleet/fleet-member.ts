import { join } from 'node:path';
import { writeKubeconfig } from '@banyan/kube';
import { systemClock, type Clock } from '@banyan/controller';
import { startPlaygroundCluster, type PlaygroundCluster } from '../cluster/playground-cluster.ts';
import { ClusterFaults } from '../faults/cluster-faults.ts';
import { NetworkGate } from '../faults/network-gate.ts';

/** One cluster of a fleet. */
export interface FleetMember {
  readonly name: string;
  /** As clients are to reach it. */
  readonly server: string;
  /** The administrator's; undefined for a fleet without a folder. */
  readonly kubeconfig: string | undefined;
  readonly cluster: PlaygroundCluster;
  readonly faults: ClusterFaults;
  stop(): Promise<void>;
}

export interface FleetMemberOptions {
  readonly name: string;
  /** `<dir>/<name>/` holds its data, `<dir>/<name>.kubeconfig` leads to it. Without it: all in memory. */
  readonly dir?: string | undefined;
  /** 0: any that is free. */
  readonly port: number;
  readonly nodes?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly onDefect?: ((error: unknown) => void) | undefined;
}

/** A playground cluster behind a network that can fail. */
export async function startFleetMember(options: FleetMemberOptions): Promise<FleetMember> {
  const { name, dir, port, nodes = 3, clock = systemClock, onDefect = () => {} } = options;
  const faults = new ClusterFaults({ clock });
  const cluster = await startPlaygroundCluster({
    name,
    nodes,
    onDefect,
    clock: faults.clock,
    intercept: faults.intercept,
    nodePower: faults.nodes,
    ...(dir !== undefined && { dataDir: join(dir, name) }),
  });
  let gate: NetworkGate | undefined;
  const stop = async () => {
    faults.close();
    await gate?.close();
    await cluster.stop();
  };
  try {
    gate = await NetworkGate.listen({ port, targetPort: Number(new URL(cluster.server).port) });
    faults.useGate(gate);
    const server = `https://127.0.0.1:${gate.port}`;
    const kubeconfig = dir === undefined ? undefined : join(dir, `${name}.kubeconfig`);
    if (kubeconfig !== undefined) await writeAdminKubeconfig(kubeconfig, cluster, server);
    return { name, server, kubeconfig, cluster, faults, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function writeAdminKubeconfig(
  file: string,
  { name, certificates: { ca, admin } }: PlaygroundCluster,
  server: string,
): Promise<void> {
  const clientCertificate = { cert: admin.certificate, key: admin.key };
  await writeKubeconfig(file, [{ name, server, ca, clientCertificate }]);
}
