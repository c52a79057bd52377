import { BASES, type Base } from '@banyan/api/clusternet';
import { setCondition, type Clock, type ConditionFacts, type EventRecorder } from '@banyan/controller';
import type { WorkFailure } from '@banyan/engine';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { whereIs } from '../object-keys.ts';
import type { FoundFeed, UnfoundFeed } from '../templates.ts';

const RENDERED = 'Rendered';

export interface BaseReportOptions {
  readonly hubClient: KubeClient;
  readonly events: EventRecorder;
  readonly clock: Clock;
}

/** Says on a Base what could not be rendered. Of one that is well nothing is written, unless it said otherwise before. */
export class BaseReport {
  readonly #options: BaseReportOptions;

  constructor(options: BaseReportOptions) {
    this.#options = options;
  }

  hasFailed({ status }: Base): boolean {
    return status?.conditions?.some(({ type, status: is }) => type === RENDERED && is === 'False') === true;
  }

  async tell(
    base: Base,
    failures: readonly WorkFailure[],
    feeds: readonly FoundFeed[],
    signal: AbortSignal,
  ): Promise<void> {
    const unfound = feeds.filter((feed): feed is UnfoundFeed => feed.template === undefined);
    if (failures.length === 0 && unfound.length === 0 && !this.hasFailed(base)) return;
    const { hubClient, events, clock } = this.#options;
    const before = base.status?.conditions ?? [];
    const conditions = setCondition(before, conditionOf(base, failures, unfound), clock.now());
    if (conditions === before) return;
    try {
      const body = { metadata: { uid: base.metadata.uid }, status: { conditions } };
      await hubClient.patch(BASES, whereIs(base), { type: 'merge', body }, { subresource: 'status', signal });
    } catch (error) {
      if (isNotFound(error)) return;
      throw error;
    }
    for (const { reason, problem } of unfound)
      events.record(base, { type: 'Warning', reason, message: problem });
    if (failures.length === 0) return;
    const message = failures.map(failureText).join('; ');
    events.record(base, { type: 'Warning', reason: 'FailedApplyingOverrides', message });
  }
}

/** Which override, where in the object, what is wrong, and what the member has meanwhile. */
function failureText({ template, source, path, message, isKept }: WorkFailure): string {
  const where = path === '' ? '' : ` at ${path}`;
  const meanwhile = isKept ? 'the last good state stays' : 'it is not deployed';
  return `${template}: ${source}${where}: ${message}; ${meanwhile}`;
}

function conditionOf(
  base: Base,
  failures: readonly WorkFailure[],
  unfound: readonly UnfoundFeed[],
): ConditionFacts {
  const texts = [...failures.map(failureText), ...unfound.map(({ problem }) => problem)];
  const { generation } = base.metadata;
  return {
    type: RENDERED,
    status: texts.length === 0 ? 'True' : 'False',
    reason:
      failures.length > 0 ? 'FailedApplyingOverrides' : unfound.length > 0 ? 'FeedsMissing' : 'Rendered',
    message: texts.join('; '),
    ...(generation !== undefined && { observedGeneration: generation }),
  };
}
