import type { Clock, Logger } from '@banyan/controller';
import { deploymentReconciler } from '../controllers/deployment/deployment.ts';
import { clusterControllers } from '../controllers/cluster-controllers.ts';
import { cronJobReconciler } from '../controllers/cron-job/cron-job.ts';
import { daemonSetReconciler } from '../controllers/daemon-set/daemon-set.ts';
import { jobReconciler } from '../controllers/job/job.ts';
import { replicationControllerReconciler } from '../controllers/replication-controller/replication-controller.ts';
import { statefulSetReconciler } from '../controllers/stateful-set/stateful-set.ts';
import { replicaSetReconciler } from '../controllers/replica-set/replica-set.ts';
import type { NodePower } from '../faults/node-power.ts';
import { keepNodesAlive } from '../kubelet/heartbeats.ts';
import { startKubeletEndpoint, type KubeletTls } from '../kubelet/endpoint/kubelet-endpoint.ts';
import { PodServer } from '../kubelet/endpoint/pod-server.ts';
import type { PodDial } from '../kubelet/environment/cluster-network.ts';
import { Kubelet } from '../kubelet/kubelet.ts';
import { schedulerReconciler } from '../scheduler/scheduler.ts';
import { keyOf, type ClusterObjects, type ObjectKey } from './cluster-objects.ts';
import { eventRecorder, NO_EVENTS, type EventRecorder } from './event-recorder.ts';
import type { Reconciler } from './reconciler.ts';
import { ReconcilerHost } from './reconciler-host.ts';
import type { ServedKinds } from './served-kinds.ts';
import { PODS } from './resources.ts';

/** The programs of a real cluster that are played here. What they write is theirs in managedFields. */
export type Program = 'kube-controller-manager' | 'kube-scheduler' | 'kubelet' | 'banyan';

/** What every simulated part may use. */
export interface SimulationContext {
  readonly viewOf: (program: Program) => ClusterObjects;
  /** `host`: of a kubelet, its node. */
  readonly eventsOf: (component: string, host?: string) => EventRecorder;
  /** What is served, custom resources included. */
  readonly kinds: ServedKinds;
  readonly clock: Clock;
  /** PEM of the cluster's CA. */
  readonly ca: string;
  /** PEM: signs the tokens of service accounts. */
  readonly serviceAccountKey: string;
  /** Where the API server is: a URL. */
  readonly server: string;
  /** How long a node may be silent before nothing is known of it. */
  readonly nodeGraceMs: number;
  /** False while a node plays dead. */
  readonly isNodeAlive: (node: string) => boolean;
  /** Asks a reconciler to look at an object, though nothing of the cluster's objects changed. */
  readonly enqueue: (reconciler: string, key: ObjectKey) => void;
}

export interface SimulationOptions extends Pick<
  SimulationContext,
  'viewOf' | 'kinds' | 'clock' | 'ca' | 'serviceAccountKey' | 'server'
> {
  readonly clusterName: string;
  readonly nodeNames: readonly string[];
  readonly events: boolean;
  readonly nodeGraceMs: number;
  /** By which kubelets answer the API server. Without it nobody can look into pods. */
  readonly kubeletTls?: KubeletTls | undefined;
  /** Called once with how pods are reached by their addresses. */
  readonly onPodServer?: (dial: PodDial) => void;
  /** Without it all nodes are alive. */
  readonly nodePower?: NodePower | undefined;
  readonly logger?: Logger;
}

/** Lets a cluster live until the signal aborts. Resolves when everything has come to rest. */
export async function runSimulation(options: SimulationOptions, signal: AbortSignal): Promise<void> {
  const { viewOf, clock, ca, clusterName, nodeNames, events, logger } = options;
  const objects = viewOf('kube-controller-manager');
  const host = new ReconcilerHost(objects, { clock, ...(logger && { logger }) });
  const context: SimulationContext = {
    viewOf,
    kinds: options.kinds,
    clock,
    ca,
    serviceAccountKey: options.serviceAccountKey,
    server: options.server,
    eventsOf: (component, node) =>
      events
        ? eventRecorder(objects, { component, clock, ...(node !== undefined && { host: node }) })
        : NO_EVENTS,
    nodeGraceMs: options.nodeGraceMs,
    isNodeAlive: options.nodePower?.isAlive ?? (() => true),
    enqueue: (reconciler, key) => host.enqueue(reconciler, key),
  };
  options.nodePower?.onRevived((node) => {
    // While it was dead nobody looked at its pods.
    for (const pod of objects.list(PODS)) if (pod.spec.nodeName === node) host.enqueue('kubelet', keyOf(pod));
  });
  const pods = new PodServer(clusterName, clock);
  const kubelet = new Kubelet(context, pods);
  options.onPodServer?.((address, port) => kubelet.dial(address, port));
  const endpoint =
    options.kubeletTls && (await startKubeletEndpoint({ kubelet, pods, clock, tls: options.kubeletTls }));
  const alive = {
    objects: viewOf('kubelet'),
    clusterName,
    nodeNames,
    kubeletPort: endpoint?.port,
    clock,
    isAlive: context.isNodeAlive,
  };
  try {
    await Promise.all([host.run(reconcilers(context, kubelet), signal), keepNodesAlive(alive, signal)]);
  } finally {
    kubelet.stop();
    await endpoint?.stop();
  }
}

/** Everything that makes the cluster live, one part each. */
function reconcilers(context: SimulationContext, kubelet: Kubelet): readonly Reconciler[] {
  return [
    ...clusterControllers(context),
    deploymentReconciler(context),
    replicaSetReconciler(context),
    replicationControllerReconciler(context),
    statefulSetReconciler(context),
    daemonSetReconciler(context),
    jobReconciler(context),
    cronJobReconciler(context),
    schedulerReconciler(context),
    kubelet.reconciler,
  ];
}
