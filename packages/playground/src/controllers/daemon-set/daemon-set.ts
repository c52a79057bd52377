import { isDeepStrictEqual } from 'node:util';
import type { DaemonSet, Node, Pod } from '@banyan/api/objects';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { keyOf, type ClusterObjects, type ObjectEvent } from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { DAEMON_SETS, NODES, PODS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { claimPods } from '../pods/claim-pods.ts';
import { OwnerPace } from '../pods/owner-pace.ts';
import { onPodsOf } from '../pods/pod-owners.ts';
import { PodWriter } from '../pods/pod-writer.ts';
import { writeStatus } from '../pods/write-status.ts';
import { forgetRevisions, keepHistory, type RevisionHistory } from '../revisions/revision-history.ts';
import { daemonPod, HASH_LABEL, nodeOf } from './daemon-pod.ts';
import { planPlaces, type DaemonSetView } from './daemon-set-plan.ts';
import { daemonSetStatus } from './daemon-set-status.ts';
import { planUpdate } from './daemon-set-update.ts';
import { FailedPodDelays } from './failed-pod-delays.ts';

const REVISIONS = { of: DAEMON_SETS, hashLabel: HASH_LABEL };

/** Keeps one pod on every node that is fit for it. */
export function daemonSetReconciler({ viewOf, eventsOf, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const controller = new DaemonSets(objects, eventsOf('daemonset-controller'), () => clock.now());
  const pace = new OwnerPace(clock);
  return {
    name: 'daemonset',
    triggers: [
      on(DAEMON_SETS, ({ type, object }) => {
        if (type === 'DELETED') controller.forget(object);
        return [keyOf(object)];
      }),
      onPodsOf(objects, DAEMON_SETS, ({ spec }) => spec.selector),
      on(NODES, (event) => (isFitChanged(event) ? [...objects.list(DAEMON_SETS)].map(keyOf) : [])),
    ],
    reconcile: async (key) => {
      const set = objects.get(DAEMON_SETS, key);
      if (set === undefined) {
        pace.forget(key);
        return DONE;
      }
      const waitMs = pace.waitMs(key, set.status?.currentNumberScheduled ?? 0);
      return waitMs > 0 ? { requeueAfterMs: waitMs } : controller.sync(set);
    },
  };
}

/** Nodes say often that they live; only what decides whether a pod fits is of interest. */
function isFitChanged({ type, object, old }: ObjectEvent<Node>): boolean {
  return (
    type !== 'MODIFIED' ||
    !isDeepStrictEqual(object.metadata.labels, old?.metadata.labels) ||
    !isDeepStrictEqual(object.spec?.taints, old?.spec?.taints)
  );
}

class DaemonSets {
  readonly #objects: ClusterObjects;
  readonly #events: EventRecorder;
  readonly #writer: PodWriter;
  readonly #now: () => number;
  readonly #delays = new FailedPodDelays();

  constructor(objects: ClusterObjects, events: EventRecorder, now: () => number) {
    this.#objects = objects;
    this.#events = events;
    this.#writer = new PodWriter(objects, events);
    this.#now = now;
  }

  forget({ metadata }: Readonly<DaemonSet>): void {
    this.#delays.forget(`${metadata.uid}/`);
  }

  async sync(set: Readonly<DaemonSet>): Promise<ReconcileResult> {
    if (set.metadata.deletionTimestamp !== undefined) return DONE;
    const claim = { of: DAEMON_SETS, owner: set, selector: set.spec.selector };
    const pods = await claimPods(this.#objects, claim);
    const history = await keepHistory(this.#objects, REVISIONS, set);
    let waitMs: number | undefined;
    try {
      waitMs = await this.#act(this.#view(set, history, pods));
    } finally {
      waitMs = soonest(waitMs, await this.#report(set, history));
    }
    await this.#forgetRevisions(set, history);
    return waitMs === undefined ? DONE : { requeueAfterMs: waitMs };
  }

  #view(set: Readonly<DaemonSet>, history: RevisionHistory, pods: readonly Readonly<Pod>[]): DaemonSetView {
    const podsByNode = new Map<string, Readonly<Pod>[]>();
    for (const pod of pods) {
      const isOver = pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded';
      const node = isOver && pod.metadata.deletionTimestamp !== undefined ? undefined : nodeOf(pod);
      if (node === undefined) continue;
      const others = podsByNode.get(node);
      if (others === undefined) podsByNode.set(node, [pod]);
      else others.push(pod);
    }
    const nodes = [...this.#objects.list(NODES)];
    return { set, hash: hashOf(history), nodes, podsByNode, nowMs: this.#now() };
  }

  /** Milliseconds until a failed pod may be replaced. */
  async #act(view: DaemonSetView): Promise<number | undefined> {
    const places = planPlaces(view);
    const { now, waitMs } = this.#paced(view, places.delete);
    const isSettled = places.create.length + now.length === 0;
    const plan = isSettled ? planUpdate(view) : { create: places.create, delete: now };
    await this.#writer.create(
      view.set,
      plan.create.map((node) => daemonPod(view.set, node, view.hash)),
    );
    await this.#writer.delete(view.set, plan.delete);
    return waitMs;
  }

  /** A pod that failed is not replaced at once every time. */
  #paced(
    { set, nowMs }: DaemonSetView,
    pods: readonly Readonly<Pod>[],
  ): { now: Readonly<Pod>[]; waitMs: number | undefined } {
    const now: Readonly<Pod>[] = [];
    let waitMs: number | undefined;
    for (const pod of pods) {
      const { namespace, name } = pod.metadata;
      const node = nodeOf(pod) ?? '';
      const isFailed = pod.status?.phase === 'Failed';
      const leftMs = isFailed ? this.#delays.waitMs(`${set.metadata.uid}/${node}`, nowMs) : 0;
      if (leftMs > 0) {
        waitMs = soonest(waitMs, leftMs);
        continue;
      }
      now.push(pod);
      if (isFailed) {
        const message = `Found failed daemon pod ${namespace}/${name} on node ${node}, will try to kill it`;
        this.#events.record(set, { type: 'Warning', reason: 'FailedDaemonPod', message });
      } else if (pod.status?.phase === 'Succeeded') {
        const message = `Found succeeded daemon pod ${namespace}/${name} on node ${node}, will try to delete it`;
        this.#events.record(set, { type: 'Normal', reason: 'SucceededDaemonPod', message });
      }
    }
    return { now, waitMs };
  }

  async #report(set: Readonly<DaemonSet>, history: RevisionHistory): Promise<number | undefined> {
    const view = this.#view(set, history, this.#objects.controlledBy(PODS, set.metadata.uid));
    const { status, nextMs } = daemonSetStatus(view, history.collisionCount);
    await writeStatus(this.#objects, DAEMON_SETS, keyOf(set), status);
    return nextMs;
  }

  async #forgetRevisions(set: Readonly<DaemonSet>, history: RevisionHistory): Promise<void> {
    const pods = this.#objects.controlledBy(PODS, set.metadata.uid);
    const used = new Set([hashOf(history), ...pods.map(({ metadata }) => metadata.labels?.[HASH_LABEL])]);
    const isUsed = ({ metadata }: { metadata: { labels?: Record<string, string> } }) =>
      used.has(metadata.labels?.[HASH_LABEL]);
    await forgetRevisions(this.#objects, history.all, isUsed, set.spec.revisionHistoryLimit);
  }
}

function hashOf({ current }: RevisionHistory): string {
  return current.metadata.labels?.[HASH_LABEL] ?? '';
}

function soonest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
