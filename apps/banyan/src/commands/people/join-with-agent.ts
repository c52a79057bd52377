import { isIP } from 'node:net';
import { KubeClient, kubeconfigConnection, loadKubeconfig } from '@banyan/kube';
import type { ClusterConnection } from '@banyan/kube';
import { agentManifests, banyanImage, caHash, createJoinToken, formatManifests } from '@banyan/membership';
import manifest from '../../../package.json' with { type: 'json' };
import { applyObjects } from '../program/apply-objects.ts';
import type { HubAccess } from './hub-access.ts';
import type { JoinFlags } from './join-flags.ts';

/** Makes a join token and the agent's manifests, and prints or applies them. */
export async function joinWithAgent(
  { hubClient, signal }: HubAccess,
  flags: JoinFlags,
  say: (text: string) => void,
): Promise<void> {
  const { name, applyTo } = flags;
  const parentUrl = flags.hubUrl ?? hubClient.connection.server;
  const hash = await hashOf(hubClient.connection);
  const description = `for ${name}`;
  const { token } = await createJoinToken({ hubClient, lifetimeMs: flags.ttlMs, description, signal });
  const objects = agentManifests({
    image: flags.image ?? banyanImage(manifest.version),
    parentUrl,
    token,
    ...(hash !== undefined && { caHash: hash }),
    name,
    syncMode: flags.syncMode,
    extraArgs: extraArgs(flags),
  });
  if (applyTo === undefined) {
    if (isLoopback(parentUrl))
      say(`${parentUrl} is this machine's own address: elsewhere nobody reaches it; give --hub-url`);
    process.stdout.write(formatManifests(objects));
    return;
  }
  const config = await loadKubeconfig({ path: applyTo, env: process.env });
  const context = flags.context;
  const connection = kubeconfigConnection(config, {
    env: process.env,
    ...(context !== undefined && { context }),
  });
  const memberClient = new KubeClient(connection, { userAgent: 'banyan' });
  try {
    const onApplied = ({ kind, metadata }: (typeof objects)[number]) => say(`${kind} ${metadata.name ?? ''}`);
    await applyObjects(objects, { client: memberClient, fieldManager: 'banyan-join', signal, onApplied });
  } finally {
    await memberClient.close();
  }
}

/** By which the agent knows the hub. Without a CA of its own the hub has a certificate that everyone trusts. */
async function hashOf({ ca }: ClusterConnection): Promise<string | undefined> {
  const pem = typeof ca === 'function' ? await ca() : ca;
  return pem === undefined ? undefined : caHash(pem);
}

function extraArgs({ labels, tunnelAddress }: JoinFlags): string[] {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return [
    ...(pairs.length === 0 ? [] : [`--cluster-labels=${pairs.join(',')}`]),
    ...(tunnelAddress === undefined ? [] : [`--tunnel-address=${tunnelAddress}`]),
  ];
}

function isLoopback(url: string): boolean {
  const host = new URL(url).hostname;
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}
