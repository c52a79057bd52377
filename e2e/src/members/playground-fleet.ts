import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keptCertificates } from '@banyan/apiserver';
import { KubeClient, loadConnection, writeKubeconfig } from '@banyan/kube';
import { freePort, temporaryFolder } from '@banyan/testing';
import { BanyanServer } from './banyan-server.ts';
import type { FleetCluster, FleetTarget } from './fleet-target.ts';

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
  const members = [await playgroundMember(dir, 'one'), await playgroundMember(dir, 'two')] as const;
  const servers = [hubServer, ...members.map(({ server }) => server)];
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
      fleetCluster(members[0].kubeconfig, members[0].server),
      fleetCluster(members[1].kubeconfig, members[1].server),
    ],
    isKwok: false,
    kubeconfigOf: (user) => userKubeconfig({ dir, hubData, hubPort, user }),
    stop,
  };
}

async function playgroundMember(dir: string, name: string) {
  const own = join(dir, name);
  const kubeconfig = join(own, 'member1.kubeconfig');
  const size = ['--members', '1', '--nodes', '2', '--port', String(await freePort())];
  const server = new BanyanServer({
    name: `playground-${name}`,
    dir,
    args: ['playground', 'up', '--dir', own, ...size],
    isReady: () => isReady(kubeconfig),
  });
  return { kubeconfig, server };
}

function fleetCluster(kubeconfig: string, server: BanyanServer): FleetCluster {
  return {
    kubeconfig,
    killApiServer: () => server.kill(),
    startApiServer: () => server.start(),
    log: () => server.log(),
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

async function isReady(kubeconfig: string): Promise<boolean> {
  const client = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
  try {
    const { status, body } = await client.request({ method: 'GET', path: '/readyz' });
    body.destroy();
    return status === 200;
  } finally {
    await client.close();
  }
}
