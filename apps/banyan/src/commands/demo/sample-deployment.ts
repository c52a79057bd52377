import { join } from 'node:path';
import type { GroupVersionResource } from '@banyan/api';
import { TEMPLATES_PATH } from '@banyan/api/banyan';
import { GLOBALIZATIONS, SUBSCRIPTIONS } from '@banyan/api/clusternet';
import type { ConfigMap, Deployment } from '@banyan/api/objects';
import { isNotFound, KubeClient, type ObjectKey } from '@banyan/kube';
import { applyObjects } from '../program/apply-objects.ts';
import { textTable } from '../program/text-table.ts';
import { poll, withClient } from './cluster-report.ts';
import { throughHub } from './member-through-hub.ts';
import {
  SAMPLE_DEPLOYMENT,
  SAMPLE_GREETING,
  SAMPLE_KEY,
  SAMPLE_NAMESPACE,
  SAMPLE_REPLICAS,
  sampleIntents,
  sampleTemplates,
} from './sample-app.ts';

const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments' };
const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

/** What a member got of the sample app. */
export interface SampleShare {
  readonly cluster: string;
  readonly pods: number;
  readonly greeting: string;
}

export interface SampleDemo {
  readonly dir: string;
  readonly members: readonly string[];
}

/** Applies the sample app as a person would, and waits until its members run it. */
export async function deploySample(demo: SampleDemo, signal: AbortSignal): Promise<SampleShare[]> {
  await withClient(join(demo.dir, 'hub.kubeconfig'), async (hubClient) => {
    const { connection } = hubClient;
    const templates = new KubeClient({ ...connection, server: `${connection.server}${TEMPLATES_PATH}` });
    const options = { fieldManager: 'banyan-demo', signal };
    try {
      await applyObjects(sampleTemplates(), { ...options, client: templates });
    } finally {
      await templates.close();
    }
    await applyObjects(sampleIntents(), { ...options, client: hubClient });
  });
  let shares: SampleShare[] = [];
  await poll(`${SAMPLE_REPLICAS} pods of the sample app run`, signal, async () => {
    shares = await sharesOf(demo, signal);
    return shares.reduce((sum, { pods }) => sum + pods, 0) === SAMPLE_REPLICAS && shares.every(isGreeted);
  });
  return shares;
}

/** Who got what. A member that has nothing of it is not named. */
async function sharesOf({ dir, members }: SampleDemo, signal: AbortSignal): Promise<SampleShare[]> {
  const shares = members.map((cluster) =>
    throughHub({ dir, name: cluster }, signal, async (client): Promise<SampleShare | undefined> => {
      try {
        const { status } = await client.get<Deployment>(DEPLOYMENTS, SAMPLE_DEPLOYMENT, { signal });
        const { data } = await client.get<ConfigMap>(CONFIG_MAPS, SAMPLE_GREETING, { signal });
        return { cluster, pods: status?.availableReplicas ?? 0, greeting: data?.['text'] ?? '' };
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    }),
  );
  return (await Promise.all(shares)).filter((share) => share !== undefined);
}

/** The Subscription goes, and with it everything that came of it. Throws if something stays. */
export async function removeSample({ dir, members }: SampleDemo, signal: AbortSignal): Promise<void> {
  await withClient(join(dir, 'hub.kubeconfig'), async (hubClient) => {
    await hubClient.delete(SUBSCRIPTIONS, SAMPLE_KEY, { signal });
    await hubClient.delete(GLOBALIZATIONS, { name: SAMPLE_KEY.name }, { signal });
  });
  const namespace = { name: SAMPLE_NAMESPACE };
  await Promise.all(
    members.map((name) =>
      throughHub({ dir, name }, signal, (client) =>
        poll(`the sample app is gone from ${name}`, signal, () => isGone(client, NAMESPACES, namespace)),
      ),
    ),
  );
  await withClient(join(dir, 'hub.kubeconfig'), (hubClient) =>
    poll('the Subscription is gone', signal, () => isGone(hubClient, SUBSCRIPTIONS, SAMPLE_KEY)),
  );
}

async function isGone(client: KubeClient, resource: GroupVersionResource, key: ObjectKey): Promise<boolean> {
  try {
    await client.get(resource, key);
    return false;
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

export function sharesTable(shares: readonly SampleShare[]): string {
  const { namespace, name } = SAMPLE_DEPLOYMENT;
  return textTable([
    ['CLUSTER', 'DEPLOYMENT', 'PODS', 'GREETING'],
    ...shares.map(({ cluster, pods, greeting }) => [cluster, `${namespace}/${name}`, String(pods), greeting]),
  ]);
}

function isGreeted({ cluster, greeting }: SampleShare): boolean {
  return greeting === `hello from ${cluster}`;
}
