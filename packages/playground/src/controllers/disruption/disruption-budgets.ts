import { isDeepStrictEqual } from 'node:util';
import { matchesLabelSelector, type KubeObject, type LabelSelector } from '@banyan/api';
import type { Pod, PodDisruptionBudget } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import {
  controllerOf,
  keyOf,
  type ClusterObjects,
  type ObjectEvent,
  type ObjectKey,
} from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { on, type Reconciler, type Trigger } from '../../cluster/reconciler.ts';
import {
  DEPLOYMENTS,
  POD_DISRUPTION_BUDGETS,
  PODS,
  REPLICA_SETS,
  REPLICATION_CONTROLLERS,
  STATEFUL_SETS,
  type Resource,
} from '../../cluster/resources.ts';
import { setCondition } from '../../cluster/set-condition.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { isReady } from '../pods/pod-facts.ts';
import { podsLabelled } from '../pods/pods-by-label.ts';
import { WorkPace } from '../pods/work-pace.ts';
import { budgetStatus, needsScale } from './budget-status.ts';
import { expectedScale } from './expected-scale.ts';

/** Says of every PodDisruptionBudget how many of its pods may go now. Evictions ask it. */
export function disruptionBudgets({ viewOf, eventsOf, kinds, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const events = eventsOf('controllermanager');
  const pace = new WorkPace(clock);
  return {
    name: 'disruption-budgets',
    triggers: [
      on(POD_DISRUPTION_BUDGETS, ({ type, object }) => (type === 'DELETED' ? [] : [keyOf(object)])),
      on(PODS, (event) => budgetsConcerned(objects, event)),
      onScale(objects, DEPLOYMENTS),
      onScale(objects, REPLICA_SETS),
      onScale(objects, REPLICATION_CONTROLLERS),
      onScale(objects, STATEFUL_SETS),
    ],
    reconcile: async (key) => {
      const budget = objects.get(POD_DISRUPTION_BUDGETS, key);
      if (budget === undefined) {
        pace.forget(key);
        return DONE;
      }
      let recheckMs: number | undefined;
      const waitMs = await pace.take(key, async () => {
        recheckMs = await reckon({ objects, kinds, events, nowMs: clock.now() }, budget);
      });
      if (waitMs > 0) return { requeueAfterMs: waitMs };
      return recheckMs === undefined ? DONE : { requeueAfterMs: recheckMs };
    },
  };
}

interface Reckoning {
  readonly objects: ClusterObjects;
  readonly kinds: SimulationContext['kinds'];
  readonly events: EventRecorder;
  readonly nowMs: number;
}

/** In how many milliseconds it is to be reckoned again, if nothing else happens. */
async function reckon(world: Reckoning, budget: Readonly<PodDisruptionBudget>): Promise<number | undefined> {
  const { objects, kinds, events, nowMs } = world;
  const { namespace, name } = budget.metadata;
  const pods = podsOf(objects, budget);
  if (pods.length === 0)
    events.record(budget, { type: 'Normal', reason: 'NoPods', message: 'No matching pods found' });
  const expected = needsScale(budget) ? expectedScale(objects, kinds, pods) : undefined;
  if (expected?.problem !== undefined) {
    await failSafe(world, budget, expected.problem);
    throw new Error(`budget ${namespace}/${name}: ${expected.problem}`);
  }
  if ((expected?.unmanaged.length ?? 0) > 0) events.record(budget, unmanagedPods(budget));
  const { status, recheckMs, notDeleted } = budgetStatus(budget, pods, {
    scale: expected?.scale ?? 0,
    nowMs,
  });
  for (const pod of notDeleted) {
    const message = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
    events.record(pod, { type: 'Warning', reason: 'NotDeleted', message });
  }
  await write(objects, budget, status);
  return recheckMs;
}

/** An eviction that came in between has spent some of it: then it is reckoned again. */
async function write(
  objects: ClusterObjects,
  budget: Readonly<PodDisruptionBudget>,
  status: NonNullable<PodDisruptionBudget['status']>,
): Promise<void> {
  await objects.updateBelow(POD_DISRUPTION_BUDGETS, 'status', keyOf(budget), (draft) => {
    if (isDeepStrictEqual(draft.status?.disruptedPods, budget.status?.disruptedPods)) draft.status = status;
  });
}

function podsOf(objects: ClusterObjects, { metadata, spec }: Readonly<PodDisruptionBudget>): Readonly<Pod>[] {
  const { selector } = spec ?? {};
  if (selector === undefined) return [];
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const pods = podsLabelled(objects, metadata.namespace, matchLabels);
  if (matchExpressions.length === 0) return pods;
  return pods.filter((pod) => matchesLabelSelector({ matchExpressions }, pod.metadata.labels));
}

function budgetsConcerned(objects: ClusterObjects, { type, object, old }: ObjectEvent<Pod>): ObjectKey[] {
  if (type === 'MODIFIED' && old !== undefined && isDeepStrictEqual(shown(old), shown(object))) return [];
  return [...objects.list(POD_DISRUPTION_BUDGETS, object.metadata.namespace)]
    .filter(({ spec }) =>
      [object, old].some((pod) => pod && matchesLabelSelector(spec?.selector, pod.metadata.labels)),
    )
    .map(keyOf);
}

function shown(pod: Readonly<Pod>): unknown {
  const { labels, deletionTimestamp } = pod.metadata;
  return [labels, deletionTimestamp !== undefined, isReady(pod), controllerOf(pod)?.uid];
}

function onScale<T extends KubeObject & { spec: { replicas?: number } }>(
  objects: ClusterObjects,
  of: Resource<T>,
): Trigger {
  return on(of, ({ type, object, old }) =>
    type === 'MODIFIED' && object.spec.replicas !== old?.spec.replicas
      ? [...objects.list(POD_DISRUPTION_BUDGETS, object.metadata.namespace)].map(keyOf)
      : [],
  );
}

/** While nothing is known, nothing may go. */
async function failSafe(
  { objects, events, nowMs }: Reckoning,
  budget: Readonly<PodDisruptionBudget>,
  problem: string,
): Promise<void> {
  const message = `Failed to calculate the number of expected pods: ${problem}`;
  events.record(budget, { type: 'Warning', reason: 'CalculateExpectedPodCountFailed', message });
  await objects.updateBelow(POD_DISRUPTION_BUDGETS, 'status', keyOf(budget), (draft) => {
    const unknown = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
    const condition = {
      type: 'DisruptionAllowed',
      status: 'False',
      reason: 'SyncFailed',
      message: problem,
      observedGeneration: draft.status?.observedGeneration ?? 0,
    } as const;
    draft.status = {
      ...unknown,
      ...draft.status,
      disruptionsAllowed: 0,
      conditions: setCondition(draft.status?.conditions, condition, nowMs),
    };
  });
}

function unmanagedPods({ spec }: Readonly<PodDisruptionBudget>) {
  const message =
    `Pods selected by this PodDisruptionBudget (selector: ${goText(spec?.selector)}) were found to be unmanaged. ` +
    'As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. ' +
    'To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.';
  return { type: 'Warning', reason: 'UnmanagedPods', message } as const;
}

/** As programs in Go print one. */
function goText({ matchLabels = {}, matchExpressions = [] }: LabelSelector = {}): string {
  const labels = Object.entries(matchLabels)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${value},`);
  const rules = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${rules.join('')}},}`;
}
