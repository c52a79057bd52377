import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeKubeconfig } from '@banyan/kube';
import { eventually, startClusters, type Cluster } from '@banyan/testing';
import type { FleetCluster } from '../members/fleet-target.ts';
import { MemberFleet } from '../members/member-fleet.ts';
import { MEMBERS, type ExampleWorld } from './example-world.ts';
import { hasMembers } from './has-members.ts';
import { readerFolder } from './reader-folder.ts';

/** Four real clusters with nodes that kwok plays: one is the hub's, the others joined with agents. */
export async function startRealWorld(): Promise<ExampleWorld> {
  const count = MEMBERS.length + 1;
  const { clusters, stop } = await startClusters(count, { controllers: true, scheduler: true, kwokNodes: 2 });
  const [hub, one, two, three] = clusters;
  if (hub === undefined || one === undefined || two === undefined || three === undefined)
    throw new Error('there are not enough clusters');
  const members = [one, two, three];
  const fleet = await MemberFleet.of({
    hub: fleetCluster(hub),
    members: [fleetCluster(one), fleetCluster(two)],
    isKwok: true,
    kubeconfigOf: (user) => hub.writeKubeconfig(user),
    stop,
  });
  const dir = await readerFolder();
  const stopAll = async () => {
    await fleet.stop();
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    await writeAdminKubeconfig(dir, 'hub', hub);
    await fleet.startHub('hub');
    for (const [index, name] of MEMBERS.entries()) {
      const member = members[index] ?? hub;
      await writeAdminKubeconfig(dir, name, member);
      await fleet.joinWithAgent(name, fleetCluster(member));
    }
    await eventually('all are members', () => hasMembers(fleet.hubClient, MEMBERS));
  } catch (error) {
    await stopAll();
    throw error;
  }
  return { dir, stop: stopAll };
}

/** With a context that is named as in the demo: the reader gives kubectl all these files at once. */
async function writeAdminKubeconfig(dir: string, name: string, { server, pki }: Cluster): Promise<void> {
  const { certificate: cert, key } = pki.client('admin', ['system:masters']);
  const file = join(dir, '.banyan', `${name}.kubeconfig`);
  await writeKubeconfig(file, [{ name, server, ca: pki.ca.certificate, clientCertificate: { cert, key } }]);
}

function fleetCluster({ kubeconfig, apiServer }: Cluster): FleetCluster {
  return {
    kubeconfig,
    killApiServer: () => apiServer.kill(),
    startApiServer: () => apiServer.start(),
    log: async () => '',
  };
}
