import type { Clock } from '@banyan/controller';
import type { ClusterObjects } from '../cluster/cluster-objects.ts';
import { LEASES, NODES } from '../cluster/resources.ts';
import { nodeStatus, playgroundNode } from './nodes.ts';

const LEASE_NAMESPACE = 'kube-node-lease';
const LEASE_SECONDS = 40;
/** As kubelets do: a sign of life often, the whole status seldom. */
const RENEW_MS = 10_000;
const STATUS_MS = 300_000;

export interface HeartbeatOptions {
  readonly objects: ClusterObjects;
  readonly clusterName: string;
  readonly nodeNames: readonly string[];
  readonly kubeletPort: number | undefined;
  readonly clock: Clock;
  /** False while a node plays dead. */
  readonly isAlive: (node: string) => boolean;
}

/** Registers the nodes and keeps them alive until the signal aborts. */
export async function keepNodesAlive(options: HeartbeatOptions, signal: AbortSignal): Promise<void> {
  const { objects, clusterName, nodeNames, clock } = options;
  for (const [i, name] of nodeNames.entries()) {
    await objects.ensure(NODES, playgroundNode(clusterName, name, i + 1));
  }
  let statusDueMs = -Infinity;
  while (!signal.aborted) {
    const isStatusDue = clock.elapsed() >= statusDueMs;
    if (isStatusDue) statusDueMs = clock.elapsed() + STATUS_MS;
    await Promise.all(nodeNames.filter(options.isAlive).map((name) => beat(options, name, isStatusDue)));
    await pause(clock, RENEW_MS, signal);
  }
}

async function beat(options: HeartbeatOptions, name: string, isStatusDue: boolean): Promise<void> {
  const { objects, clock, kubeletPort } = options;
  const isUnready = objects
    .get(NODES, { name })
    ?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status !== 'True');
  if (isStatusDue || isUnready === true) {
    await objects.updateBelow(NODES, 'status', { name }, (draft) => {
      draft.status = nodeStatus(draft.status, kubeletPort, clock.now());
    });
  }
  const renewTime = new Date(clock.now()).toISOString().replace('Z', '000Z');
  const key = { namespace: LEASE_NAMESPACE, name };
  const renewed = await objects.update(
    LEASES,
    key,
    (draft) => void (draft.spec = { ...draft.spec, renewTime }),
  );
  if (renewed !== undefined) return;
  const { uid = '' } = objects.get(NODES, { name })?.metadata ?? {};
  if (uid === '') return;
  await objects.ensure(LEASES, {
    metadata: { ...key, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] },
    spec: { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS, renewTime },
  });
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
  });
}
