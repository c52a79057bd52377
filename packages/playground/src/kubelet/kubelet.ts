import type { Duplex } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Pod } from '@banyan/api/objects';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { keyOf, type ClusterObjects, type ObjectKey } from '../cluster/cluster-objects.ts';
import type { EventRecorder } from '../cluster/event-recorder.ts';
import { on, type Reconciler } from '../cluster/reconciler.ts';
import { CONFIG_MAPS, NODES, PERSISTENT_VOLUME_CLAIMS, PODS, SECRETS } from '../cluster/resources.ts';
import type { SimulationContext } from '../cluster/simulation.ts';
import type { PodServer } from './endpoint/pod-server.ts';
import { ClusterNetwork } from './environment/cluster-network.ts';
import { KeptVolumes } from './environment/kept-volumes.ts';
import { PodSurroundings } from './environment/pod-surroundings.ts';
import { PROVIDER } from './nodes.ts';
import { PodAddresses } from './pod-addresses.ts';
import { PodEvents } from './pod-events.ts';
import { PodRun } from './pod-run.ts';
import { podStatus } from './pod-status.ts';

const HOST_IP = '127.0.0.1';

/** Plays the kubelets of all nodes that the playground made. */
export class Kubelet {
  readonly #context: SimulationContext;
  readonly #objects: ClusterObjects;
  readonly #runs = new Map<string, PodRun>();
  /** Pods that wait for something of their namespace. */
  readonly #stuck = new Map<string, Map<string, ObjectKey>>();
  readonly #addresses = new PodAddresses();
  #knowsAddresses = false;
  readonly #kept = new KeptVolumes();
  readonly #server: PodServer;
  readonly #network: ClusterNetwork;
  readonly #events = new Map<string, EventRecorder>();

  constructor(context: SimulationContext, server: PodServer) {
    this.#context = context;
    this.#objects = context.viewOf('kubelet');
    this.#server = server;
    this.#network = new ClusterNetwork(this.#objects, (address, port) => this.dial(address, port));
  }

  get reconciler(): Reconciler {
    const stuckIn = (namespace = '') => [...(this.#stuck.get(namespace)?.values() ?? [])];
    return {
      name: 'kubelet',
      triggers: [
        on(PODS, ({ type, object }) => {
          if (type === 'DELETED') this.#forget(object);
          return type !== 'DELETED' && (object.spec.nodeName ?? '') !== '' ? [keyOf(object)] : [];
        }),
        on(CONFIG_MAPS, ({ object }) => stuckIn(object.metadata.namespace)),
        on(SECRETS, ({ object }) => stuckIn(object.metadata.namespace)),
        on(PERSISTENT_VOLUME_CLAIMS, ({ type, object: { metadata } }) => {
          if (type === 'DELETED') this.#kept.forget(metadata.namespace ?? '', metadata.name ?? '');
          return [];
        }),
      ],
      reconcile: (key) => this.#sync(key),
    };
  }

  /** A pod and what runs of it; undefined: it is not here. */
  find(key: ObjectKey): { readonly pod: Readonly<Pod>; readonly run: PodRun } | undefined {
    const pod = this.#objects.get(PODS, key);
    if (pod === undefined || !this.#isOurs(pod)) return undefined;
    const { uid = '' } = pod.metadata;
    const isOver = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
    // One that was over before this process began may still be asked for, though nothing is left of it.
    const run = this.#runs.get(uid) ?? (isOver ? this.#begin(pod, key) : undefined);
    return run && { pod, run };
  }

  /** A connection to a port of the pod that has an address; undefined: nobody listens there. */
  dial(address: string, port: number): Duplex | undefined {
    const byAddress = this.#objects.indexed(PODS, 'address', ({ status }) =>
      status?.podIP === undefined || status.phase !== 'Running' ? [] : [status.podIP],
    );
    const [pod] = byAddress.get(address);
    const found = pod && this.find(keyOf(pod));
    return found && this.#server.connect(found, port);
  }

  /** Ends all programs: the process goes. */
  stop(): void {
    for (const run of this.#runs.values()) run.abandon();
  }

  async #sync(key: ObjectKey): Promise<ReconcileResult> {
    const pod = this.#objects.get(PODS, key);
    if (pod === undefined || !this.#isOurs(pod)) return DONE;
    if (pod.metadata.deletionTimestamp !== undefined) return this.#end(pod, key);
    if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return DONE;
    const run = this.#runs.get(pod.metadata.uid ?? '') ?? this.#begin(pod, key);
    const nextMs = run.advance(pod);
    this.#note(pod, key, run.containers.isStuck);
    await this.#report(pod, key, run);
    // Others may have it: pods that are done may be many, and addresses are not.
    if (run.containers.isOver) this.#addresses.release(pod.metadata.uid ?? '');
    return nextMs === undefined ? DONE : { requeueAfterMs: nextMs };
  }

  async #report(pod: Readonly<Pod>, key: ObjectKey, run: PodRun): Promise<void> {
    const place = { hostIP: HOST_IP, podIP: this.#addressOf(pod) };
    const nowMs = this.#context.clock.now();
    // Most looks change nothing, and to ask the server is dear.
    if (isDeepStrictEqual(podStatus(pod, run.containers, place, nowMs), pod.status)) return;
    await this.#objects.updateBelow(PODS, 'status', key, (draft) => {
      if (draft.metadata.uid === pod.metadata.uid)
        draft.status = podStatus(draft, run.containers, place, nowMs);
    });
  }

  #begin(pod: Readonly<Pod>, key: ObjectKey): PodRun {
    const { clock, enqueue } = this.#context;
    const run = new PodRun(pod, {
      surroundings: new PodSurroundings(pod, {
        objects: this.#objects,
        clock,
        kept: this.#kept,
        network: this.#network,
      }),
      events: new PodEvents(this.#eventsOf(pod.spec.nodeName ?? ''), pod),
      clock,
      changed: () => enqueue('kubelet', key),
    });
    this.#runs.set(pod.metadata.uid ?? '', run);
    return run;
  }

  async #end(pod: Readonly<Pod>, key: ObjectKey): Promise<ReconcileResult> {
    const { uid = '', deletionGracePeriodSeconds = 0 } = pod.metadata;
    const run = this.#runs.get(uid);
    const leftMs = run?.stop(deletionGracePeriodSeconds * 1000);
    if (leftMs !== undefined) return { requeueAfterMs: leftMs };
    if (run !== undefined) await this.#report(pod, key, run);
    await this.#objects.delete(PODS, key, { gracePeriodSeconds: 0, preconditions: { uid } });
    return DONE;
  }

  #forget(pod: Readonly<Pod>): void {
    const { uid = '' } = pod.metadata;
    this.#note(pod, keyOf(pod), false);
    this.#runs.get(uid)?.abandon();
    this.#runs.delete(uid);
    this.#addresses.release(uid);
  }

  #note({ metadata: { namespace = '', uid = '' } }: Readonly<Pod>, key: ObjectKey, isStuck: boolean): void {
    const stuck = this.#stuck.get(namespace);
    if (isStuck) this.#stuck.set(namespace, (stuck ?? new Map<string, ObjectKey>()).set(uid, key));
    else if (stuck?.delete(uid) === true && stuck.size === 0) this.#stuck.delete(namespace);
  }

  #isOurs({ spec: { nodeName = '' } }: Readonly<Pod>): boolean {
    const node = this.#objects.get(NODES, { name: nodeName });
    return node?.spec?.providerID?.startsWith(PROVIDER) === true && this.#context.isNodeAlive(nodeName);
  }

  #addressOf(pod: Readonly<Pod>): string {
    if (pod.spec.hostNetwork === true) return HOST_IP;
    const { podCIDR = '' } = this.#objects.get(NODES, { name: pod.spec.nodeName ?? '' })?.spec ?? {};
    if (!this.#knowsAddresses) this.#learnAddresses();
    return this.#addresses.of(pod, podCIDR);
  }

  /** Pods that ran before this process did keep theirs. */
  #learnAddresses(): void {
    this.#knowsAddresses = true;
    for (const pod of this.#objects.list(PODS)) {
      const { podIP, phase } = pod.status ?? {};
      if (podIP !== undefined && podIP !== HOST_IP && phase === 'Running') this.#addresses.of(pod, '');
    }
  }

  /** Events of a kubelet say which node it is on. */
  #eventsOf(node: string): EventRecorder {
    const recorder = this.#events.get(node) ?? this.#context.eventsOf('kubelet', node);
    this.#events.set(node, recorder);
    return recorder;
  }
}
