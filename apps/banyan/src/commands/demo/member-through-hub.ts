import { join } from 'node:path';
import { KubeClient } from '@banyan/kube';
import { memberNamed } from '../people/find-member.ts';
import { proxyUrl } from '../people/member-kubeconfig.ts';
import { waitForMember } from '../people/wait-for-member.ts';
import { poll, withClient } from './cluster-report.ts';

export interface DemoMember {
  readonly dir: string;
  readonly name: string;
}

/** Runs with a client that goes to the member through the hub, as `banyan kubeconfig` has it. */
export async function throughHub<T>(
  { dir, name }: DemoMember,
  signal: AbortSignal,
  use: (memberClient: KubeClient) => Promise<T>,
): Promise<T> {
  return withClient(join(dir, 'hub.kubeconfig'), async (hubClient) => {
    const { spec } = await memberNamed(hubClient, name, signal);
    const { connection } = hubClient;
    const client = new KubeClient({ ...connection, server: proxyUrl(connection.server, spec.clusterId) });
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  });
}

/** The hub shows it ready, and leads to it. Throws MemberDenied. */
export async function waitUntilReached(member: DemoMember, signal: AbortSignal): Promise<void> {
  const { dir, name } = member;
  await withClient(join(dir, 'hub.kubeconfig'), (hubClient) =>
    waitForMember({ hubClient, name, say: () => {}, signal }),
  );
  await throughHub(member, signal, (memberClient) =>
    poll(`${name} is reached through the hub`, signal, async () => {
      const { status, body } = await memberClient.request({ method: 'GET', path: '/readyz' });
      body.destroy();
      return status === 200;
    }),
  );
}
