import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { ApiError, badRequest, conflict, failure } from '../../errors/api-error.ts';
import { deleteObject, type DeleteOptions } from '../../registry/delete-object.ts';
import { updateManagedFields } from '../../registry/managed-fields.ts';
import { timestamp } from '../../registry/object-draft.ts';
import type { ResourceCatalogue } from '../../registry/resource-catalogue.ts';
import type {
  ServedResource,
  SubresourceAnswer,
  SubresourceRequest,
} from '../../registry/served-resource.ts';
import { updateObject } from '../../registry/update-object.ts';
import { parseDeleteOptions, type RawDeleteOptions } from '../../serving/options/delete-options.ts';
import { handlerOperation, SUCCESS } from '../handler-operation.ts';
import { findPod } from '../kubelet/pod-on-node.ts';
import {
  isBudgetOf,
  letsUnreadyGo,
  takeDisruption,
  unsettledBudget,
  type DisruptionBudget,
} from './disruption-budget.ts';
import { isPodReady, setPodCondition, type PodView } from './pod-view.ts';

/** Where budgets are found. */
const BUDGETS = { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets' };
/** A Pod that changes again and again while it is evicted is given up. */
const MAX_TRIES = 20;
const TWO_BUDGETS =
  'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';

interface Eviction {
  readonly request: SubresourceRequest;
  readonly resources: Pick<ResourceCatalogue, 'find'>;
  readonly options: DeleteOptions;
  readonly dryRun: boolean;
}

/** Deletes a Pod, if the budgets of disruptions allow it. */
export async function evictPod(
  request: SubresourceRequest,
  resources: Pick<ResourceCatalogue, 'find'>,
): Promise<SubresourceAnswer> {
  const body = request.body as KubeObject & { deleteOptions?: RawDeleteOptions };
  if (body.metadata.name !== request.name)
    throw badRequest('name in URL does not match name in Eviction object');
  requireSameDryRun(request.query.getAll('dryRun'), body.deleteOptions?.dryRun ?? []);
  const { dryRun, ...options } = parseDeleteOptions(body.deleteOptions ?? {}, new URLSearchParams());
  const eviction = { request, resources, options, dryRun: dryRun || request.context.dryRun };
  for (let left = MAX_TRIES; ; left -= 1) {
    try {
      await evictOnce(eviction);
      return { status: 201, body: SUCCESS };
    } catch (error) {
      // It changed meanwhile. Who named a version himself is told so.
      const mayRetry = error instanceof PodChanged && left > 1;
      if (!mayRetry) throw error instanceof PodChanged ? error.cause : error;
    }
  }
}

function requireSameDryRun(asked: readonly string[], inBody: readonly string[]): void {
  if (asked.length === 0 || inBody.length === 0 || isDeepStrictEqual(asked, inBody)) return;
  const both = `[${asked.join(' ')}] and [${inBody.join(' ')}]`;
  throw failure(`Non-matching dry-run options in request and content: ${both}`);
}

/** The Pod is not as it was when it was judged. */
class PodChanged extends Error {}

async function evictOnce(eviction: Eviction): Promise<void> {
  const { request, options } = eviction;
  const pod = await findPod(request);
  const { resourceVersion } = pod.metadata;
  if (needsNoBudget(pod)) {
    // One that has not begun might become ready meanwhile.
    const isPending = pod.status?.phase === 'Pending' && pod.metadata.deletionTimestamp === undefined;
    return deletePod(eviction, isPending ? resourceVersion : undefined);
  }
  const budgets = await budgetsOf(eviction, pod);
  const [budget] = budgets;
  if (budgets.length > 1) throw failure(TWO_BUDGETS);
  if (budget === undefined) return deletePod(eviction, undefined);
  if (isPodReady(pod) || !letsUnreadyGo(budget)) {
    await spendBudget(eviction, budget.metadata.name ?? '');
    return deletePod(eviction, undefined);
  }
  return deletePod(eviction, resourceVersion).catch((error: unknown) => {
    const isChanged = error instanceof PodChanged && options.preconditions?.resourceVersion === undefined;
    throw isChanged ? unsettledBudget(budget.metadata.name ?? '') : error;
  });
}

function needsNoBudget({ status, metadata }: PodView): boolean {
  return (
    ['Succeeded', 'Failed', 'Pending'].includes(status?.phase ?? '') ||
    metadata.deletionTimestamp !== undefined
  );
}

async function budgetsOf({ request, resources }: Eviction, pod: PodView): Promise<DisruptionBudget[]> {
  const budgets = resources.find(BUDGETS);
  if (budgets === undefined) return [];
  const { items } = await budgets.storage.list({ namespace: request.namespace });
  return items
    .map(({ object }) => budgets.fromStorage(object) as DisruptionBudget)
    .filter((budget) => isBudgetOf(budget, pod));
}

/** Counts the Pod as gone, so that what comes next finds the budget smaller. */
async function spendBudget({ request, resources, dryRun }: Eviction, name: string): Promise<void> {
  const budgets = resources.find(BUDGETS) as ServedResource;
  const strategy = budgets.subresources.get('status')?.strategy ?? budgets.strategy;
  const writer = { strategy, subresource: 'status', fieldManager: 'kube-apiserver', dryRun };
  const operation = handlerOperation(request, budgets, writer);
  await updateObject(operation, { name }, (live) => {
    const draft = structuredClone(live) as DisruptionBudget;
    takeDisruption(draft, request.name, operation.now());
    return updateManagedFields(operation, live, draft);
  });
}

/** Says why on the Pod, then deletes it. `version`: only if it is still this one. */
async function deletePod(eviction: Eviction, version: string | undefined): Promise<void> {
  const { request, options, dryRun } = eviction;
  const { resource: pods, name } = request;
  let asked = options.preconditions?.resourceVersion ?? version;
  try {
    if (!dryRun) {
      const updated = await markEvicted(eviction, asked);
      if (asked !== undefined) asked = updated;
    }
    const preconditions = {
      ...options.preconditions,
      ...(asked !== undefined && { resourceVersion: asked }),
    };
    await deleteObject(handlerOperation(request, pods, { dryRun }), name, { ...options, preconditions });
  } catch (error) {
    const isOurs = version !== undefined && options.preconditions?.resourceVersion === undefined;
    if (isOurs && error instanceof ApiError && error.code === 409) throw new PodChanged('', { cause: error });
    throw error;
  }
}

/** Returns the version that the Pod has then. */
async function markEvicted({ request, options }: Eviction, version?: string): Promise<string | undefined> {
  const { resource: pods, name } = request;
  const strategy = pods.subresources.get('status')?.strategy ?? pods.strategy;
  const operation = handlerOperation(request, pods, { strategy, subresource: 'status' });
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  const { kept } = await updateObject(operation, { name }, (live) => {
    const draft = structuredClone(live) as PodView;
    requireSame(draft, {
      ...options.preconditions,
      ...(version !== undefined && { resourceVersion: version }),
    });
    setPodCondition(draft, condition, timestamp(operation.now()));
    return draft;
  });
  return kept.object.metadata.resourceVersion;
}

function requireSame({ metadata }: PodView, asked: NonNullable<DeleteOptions['preconditions']>): void {
  const { name = '', uid = '', resourceVersion = '' } = metadata;
  const refuse = (field: string, wanted: string, found: string, hint: string) => {
    const why = `the ${field} in the precondition (${wanted}) does not match the ${field} in record (${found}). The object might have been ${hint}`;
    throw conflict({ group: '', resource: 'Pod' }, name, why);
  };
  if ((asked.uid ?? uid) !== uid) refuse('UID', asked.uid ?? '', uid, 'deleted and then recreated');
  if ((asked.resourceVersion ?? resourceVersion) !== resourceVersion)
    refuse('ResourceVersion', asked.resourceVersion ?? '', resourceVersion, 'modified');
}
