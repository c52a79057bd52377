import type { Pod } from '@banyan/api/objects';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { keyOf, type ClusterObjects, type ObjectKey } from '../cluster/cluster-objects.ts';
import type { EventRecorder } from '../cluster/event-recorder.ts';
import { on, type Reconciler } from '../cluster/reconciler.ts';
import { NODES, PODS } from '../cluster/resources.ts';
import type { SimulationContext } from '../cluster/simulation.ts';
import { behaviourOf } from './behaviour.ts';
import { PROVIDER } from './nodes.ts';
import { PodAddresses } from './pod-addresses.ts';
import { idlePrograms, PodRun } from './pod-run.ts';
import { podStatus } from './pod-status.ts';

const HOST_IP = '127.0.0.1';

/** Plays the kubelets of all nodes that the playground made. */
export function kubeletReconciler(context: SimulationContext): Reconciler {
  const kubelet = new Kubelet(context);
  return {
    name: 'kubelet',
    triggers: [
      on(PODS, ({ type, object }) => {
        if (type === 'DELETED') kubelet.forget(object.metadata.uid ?? '');
        return type !== 'DELETED' && (object.spec.nodeName ?? '') !== '' ? [keyOf(object)] : [];
      }),
    ],
    reconcile: (key) => kubelet.sync(key),
  };
}

class Kubelet {
  readonly #context: SimulationContext;
  readonly #objects: ClusterObjects;
  readonly #runs = new Map<string, PodRun>();
  readonly #addresses = new PodAddresses();
  readonly #events = new Map<string, EventRecorder>();

  constructor(context: SimulationContext) {
    this.#context = context;
    this.#objects = context.viewOf('kubelet');
  }

  async sync(key: ObjectKey): Promise<ReconcileResult> {
    const pod = this.#objects.get(PODS, key);
    if (pod === undefined || !this.#isOurs(pod)) return DONE;
    if (pod.metadata.deletionTimestamp !== undefined) return this.#end(pod, key);
    if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return DONE;
    const run = this.#runs.get(pod.metadata.uid ?? '') ?? this.#begin(pod, key);
    const nextMs = run.advance();
    const podIP = this.#addressOf(pod);
    const nowMs = this.#context.clock.now();
    await this.#objects.updateBelow(PODS, 'status', key, (draft) => {
      draft.status = podStatus(draft, run, { hostIP: HOST_IP, podIP }, nowMs);
    });
    return nextMs === undefined ? DONE : { requeueAfterMs: nextMs };
  }

  forget(uid: string): void {
    for (const run of this.#runs.get(uid)?.all ?? []) run.stop();
    this.#runs.delete(uid);
    this.#addresses.release(uid);
  }

  #isOurs({ spec: { nodeName = '' } }: Readonly<Pod>): boolean {
    const node = this.#objects.get(NODES, { name: nodeName });
    return node?.spec?.providerID?.startsWith(PROVIDER) === true && this.#context.isNodeAlive(nodeName);
  }

  #begin(pod: Readonly<Pod>, key: ObjectKey): PodRun {
    const { clock, enqueue } = this.#context;
    const run = new PodRun(pod, {
      behaviour: behaviourOf(pod),
      programs: idlePrograms(pod, (ms, callback) => clock.after(ms, callback)),
      now: () => clock.now(),
      changed: () => enqueue('kubelet', key),
    });
    this.#runs.set(pod.metadata.uid ?? '', run);
    // One that ran before this process did is no news.
    if ((pod.status?.startTime ?? '') === '') tellStart(this.#eventsOf(pod.spec.nodeName ?? ''), pod);
    return run;
  }

  async #end(pod: Readonly<Pod>, key: ObjectKey): Promise<ReconcileResult> {
    const { uid = '', deletionGracePeriodSeconds = 0 } = pod.metadata;
    const leftMs = this.#runs.get(uid)?.stop(deletionGracePeriodSeconds * 1000) ?? 0;
    if (leftMs > 0) return { requeueAfterMs: leftMs };
    this.forget(uid);
    await this.#objects.delete(PODS, key, { gracePeriodSeconds: 0, preconditions: { uid } });
    return DONE;
  }

  #addressOf(pod: Readonly<Pod>): string {
    if (pod.spec.hostNetwork === true) return HOST_IP;
    const { podCIDR = '' } = this.#objects.get(NODES, { name: pod.spec.nodeName ?? '' })?.spec ?? {};
    return this.#addresses.of(pod, podCIDR);
  }

  /** Events of a kubelet say which node it is on. */
  #eventsOf(node: string): EventRecorder {
    const recorder = this.#events.get(node) ?? this.#context.eventsOf('kubelet', node);
    this.#events.set(node, recorder);
    return recorder;
  }
}

function tellStart(events: EventRecorder, pod: Readonly<Pod>): void {
  for (const { name, image = '' } of pod.spec.containers) {
    const say = (reason: string, message: string) => events.record(pod, { type: 'Normal', reason, message });
    say('Pulled', `Container image "${image}" already present on machine`);
    say('Created', `Created container: ${name}`);
    say('Started', `Started container ${name}`);
  }
}
