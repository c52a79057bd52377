import type { Deployment, Pod } from '@banyan/api/objects';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { poll } from './cluster-report.ts';
import { throughHub, type DemoMember } from './member-through-hub.ts';

const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments' };
const PODS = { group: '', version: 'v1', resource: 'pods' };
const KEY = { namespace: 'default', name: 'banyan-demo' };
const LABELS = { app: KEY.name };
const REPLICAS = 2;

/** A Deployment, made through the hub, becomes ready and leaves nothing behind when it is removed. Throws if not so. */
export async function checkDeployment(member: DemoMember, signal: AbortSignal): Promise<void> {
  const { name } = member;
  await throughHub(member, signal, async (client) => {
    await client.create(DEPLOYMENTS, deployment());
    await poll(`${name} runs a Deployment of ${REPLICAS}`, signal, async () => {
      const { status } = await client.get<Deployment>(DEPLOYMENTS, KEY);
      return status?.availableReplicas === REPLICAS;
    });
    await client.delete(DEPLOYMENTS, KEY, { propagationPolicy: 'Foreground' });
    await poll(`the Deployment on ${name} is gone with its pods`, signal, async () => isGone(client));
  });
}

async function isGone(client: KubeClient): Promise<boolean> {
  const { items } = await client.list<Pod>(PODS, {
    namespace: KEY.namespace,
    labelSelector: `app=${KEY.name}`,
  });
  if (items.length > 0) return false;
  return client.get(DEPLOYMENTS, KEY).then(
    () => false,
    (error: unknown) => {
      if (isNotFound(error)) return true;
      throw error;
    },
  );
}

function deployment(): Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: KEY,
    spec: {
      replicas: REPLICAS,
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels: LABELS },
        spec: { terminationGracePeriodSeconds: 1, containers: [{ name: 'web', image: 'nginx' }] },
      },
    },
  };
}
