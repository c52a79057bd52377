import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keptCertificates } from '@banyan/apiserver';
import { writeKubeconfig } from '@banyan/kube';
import { freePort, temporaryFolder } from '@banyan/testing';
import { BanyanServer } from './banyan-server.ts';
import type { FleetTarget } from './fleet-target.ts';
import { fleetCluster, isReady, playgroundProcess } from './playground-process.ts';

/** Three processes: an embedded API server for the hub, and two playground clusters. */
export async function startPlaygroundFleet(): Promise<FleetTarget> {
  const dir = await temporaryFolder('banyan-fleet-');
  const hubPort = await freePort();
  const kubeconfig = join(dir, 'hub.kubeconfig');
  const hubData = join(dir, 'hub');
  const files = ['--data-dir', hubData, '--kubeconfig-out', kubeconfig];
  const hubServer = new BanyanServer({
    name: 'hub-apiserver',
    dir,
    args: ['apiserver', '--controllers', '--port', String(hubPort), ...files],
    isReady: () => isReady(kubeconfig),
  });
  const one = await playgroundProcess({ dir, name: 'one', members: 1, nodes: 2 });
  const two = await playgroundProcess({ dir, name: 'two', members: 1, nodes: 2 });
  const servers = [hubServer, one.server, two.server];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    await Promise.all(servers.map((server) => server.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    hub: fleetCluster(kubeconfig, hubServer),
    members: [
      fleetCluster(one.kubeconfigOf('member1'), one.server),
      fleetCluster(two.kubeconfigOf('member1'), two.server),
    ],
    isKwok: false,
    kubeconfigOf: (user) => userKubeconfig({ dir, hubData, hubPort, user }),
    stop,
  };
}

interface HubUser {
  readonly dir: string;
  readonly hubData: string;
  readonly hubPort: number;
  readonly user: string;
}

async function userKubeconfig({ dir, hubData, hubPort, user }: HubUser): Promise<string> {
  const { ca, client } = await keptCertificates(join(hubData, 'pki'), []);
  const { certificate: cert, key } = client(user, []);
  const file = join(dir, `${user}.kubeconfig`);
  const server = `https://127.0.0.1:${hubPort}`;
  await writeKubeconfig(file, [{ name: user, server, ca, clientCertificate: { cert, key } }]);
  return file;
}
