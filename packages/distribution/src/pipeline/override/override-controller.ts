import type { KubeObject } from '@banyan/api';
import {
  APPS_FINALIZER,
  GLOBALIZATIONS,
  LOCALIZATIONS,
  type Globalization,
  type Localization,
} from '@banyan/api/clusternet';
import {
  Controller,
  DONE,
  formatKey,
  parseKey,
  setCondition,
  type ConditionFacts,
  type ReconcileResult,
} from '@banyan/controller';
import { isNotFound, objectKey } from '@banyan/kube';
import { changeFinalizers } from '../hub-writes.ts';
import { cacheKeyOf, whereIs } from '../object-keys.ts';
import { follow, specFacts } from '../follow.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import type { MemberFailure, OverrideFailures } from './override-failures.ts';

type OverrideObject = Localization | Globalization;

const APPLIED = 'Applied';

/** Says on overrides that they do not fit, and where. Of one that always fitted nothing is written. */
export function overrideController(context: PipelineContext, failures: OverrideFailures): Controller {
  const { caches, concurrency } = context;
  const controller = new Controller({
    ...context.controller,
    name: 'override',
    caches: [caches.localizations, caches.globalizations],
    concurrency,
    concurrencyPerCluster: concurrency,
    reconcile: (key, signal) => reconcile(context, failures, key, signal),
  });
  const add = (key: string): void => controller.add(key);
  // Only what is on its way out has something to be done for; what does not fit is told by the failures.
  const keysOf = ({ kind, metadata: { namespace, name = '', deletionTimestamp } }: KubeObject): string[] =>
    deletionTimestamp === undefined ? [] : [formatKey({ cluster: kind, namespace, name })];
  for (const lease of [caches.localizations, caches.globalizations]) {
    follow({ lease, factsOf: specFacts, keysOf }, add);
  }
  failures.onChange((title) => add(title.replace(' ', '|')));
  return controller;
}

async function reconcile(
  { caches, hubClient, clock, events }: PipelineContext,
  failures: OverrideFailures,
  key: string,
  signal: AbortSignal,
): Promise<ReconcileResult> {
  const { cluster: kind, namespace, name } = parseKey(key);
  const isGlobal = kind === 'Globalization';
  const resource = isGlobal ? GLOBALIZATIONS : LOCALIZATIONS;
  const lease = isGlobal ? caches.globalizations : caches.localizations;
  const override = lease.cache.get(objectKey(namespace, name)) as OverrideObject | undefined;
  if (override === undefined) return DONE;
  if (override.metadata.deletionTimestamp !== undefined) {
    // Ours carry none; those that Clusternet made do.
    await changeFinalizers(hubClient, { resource, object: override, remove: [APPS_FINALIZER] }, signal);
    return DONE;
  }
  const failed = failures.of(`${kind} ${cacheKeyOf(override)}`);
  const before = override.status?.conditions ?? [];
  if (failed.length === 0 && !before.some(({ type }) => type === APPLIED)) return DONE;
  const condition = conditionOf(override, failed);
  const conditions = setCondition(before, condition, clock.now());
  if (conditions === before) return DONE;
  try {
    const body = { metadata: { uid: override.metadata.uid }, status: { conditions } };
    await hubClient.patch(
      resource,
      whereIs(override),
      { type: 'merge', body },
      { subresource: 'status', signal },
    );
  } catch (error) {
    if (isNotFound(error)) return DONE;
    throw error;
  }
  const type = failed.length === 0 ? 'Normal' : 'Warning';
  const reason = failed.length === 0 ? 'Synced' : 'FailedSynced';
  events.record(override, { type, reason, message: condition.message });
  return DONE;
}

function conditionOf({ metadata }: OverrideObject, failed: readonly MemberFailure[]): ConditionFacts {
  const { generation } = metadata;
  const texts = failed.map(({ member, failure: { source, path, message } }) => {
    const which = source.slice(source.indexOf(',') + 2);
    return `${member}: ${which}${path === '' ? '' : ` at ${path}`}: ${message}`;
  });
  return {
    type: APPLIED,
    status: failed.length === 0 ? 'True' : 'False',
    reason: failed.length === 0 ? 'Applied' : 'DoesNotFit',
    message: failed.length === 0 ? 'it fits everywhere' : texts.join('; '),
    ...(generation !== undefined && { observedGeneration: generation }),
  };
}
