import { MANAGED_CLUSTERS, type ManagedCluster, type SyncMode } from '@banyan/api/clusternet';
import type { Clock } from '@banyan/controller';
import { isConflict, type KubeClient } from '@banyan/kube';
import { labelChanges } from './aggregate-labels.ts';
import type { CollectedStatus } from './collect-status.ts';
import { isNews, nextStatus, statusPatch } from './next-status.ts';

/** Others write the same object, but seldom: more conflicts in a row than this are no accident. */
const MAX_TRIES = 5;
/** Of the period: what was started at once does not stay together. */
const JITTER = 0.1;

export interface StatusReporterOptions {
  readonly hubClient: KubeClient;
  readonly namespace: string;
  /** Of the ManagedCluster. */
  readonly name: string;
  /** The hub hears from a member at least this often. */
  readonly periodMs: number;
  /** Of the labels that come from the member's nodes. */
  readonly labelPrefixes: readonly string[];
  /** Given by the agent, whose flag decides. */
  readonly syncMode?: SyncMode;
  readonly clock: Clock;
  readonly random: () => number;
}

/** What one report did. */
export type ReportOutcome = 'written' | 'nothing new';

/**
 * Tells the hub of one member. Between two reports it remembers the object as it last saw it, and writes with its
 * resourceVersion: so a report is one request, or none, and never undoes what another wrote.
 */
export class StatusReporter {
  readonly #options: StatusReporterOptions;
  #member: ManagedCluster | undefined;
  #dueMs = 0;

  constructor(options: StatusReporterOptions) {
    this.#options = options;
  }

  /** Throws isNotFound when the hub has no such member; other errors leave it to the next time. */
  async report(collected: CollectedStatus, signal: AbortSignal): Promise<ReportOutcome> {
    for (let tries = 1; ; tries += 1) {
      try {
        const member = (this.#member ??= await this.#read(signal));
        return await this.#tell(member, collected, signal);
      } catch (error) {
        this.#member = undefined;
        if (!isConflict(error) || tries >= MAX_TRIES) throw error;
      }
    }
  }

  async #tell(
    member: ManagedCluster,
    collected: CollectedStatus,
    signal: AbortSignal,
  ): Promise<ReportOutcome> {
    const { hubClient, periodMs, clock, random } = this.#options;
    const current = await this.#settleSpec(member, collected, signal);
    const next = nextStatus(current, collected, new Date(clock.now()).toISOString().replace(/\.\d+/, ''));
    if (clock.elapsed() < this.#dueMs && !isNews(current, next)) {
      return current === member ? 'nothing new' : 'written';
    }
    const patch = { type: 'merge', body: statusPatch(current, next) } as const;
    this.#member = await hubClient.patch<ManagedCluster>(MANAGED_CLUSTERS, this.#key, patch, {
      subresource: 'status',
      signal,
    });
    this.#dueMs = clock.elapsed() + periodMs * (1 - JITTER * random());
    return 'written';
  }

  /** Labels and sync mode, which are not in the status: written only if they differ. */
  async #settleSpec(
    member: ManagedCluster,
    { labels }: CollectedStatus,
    signal: AbortSignal,
  ): Promise<ManagedCluster> {
    const { hubClient, labelPrefixes, syncMode } = this.#options;
    const changes = labels && labelChanges(member.metadata.labels ?? {}, labels, labelPrefixes);
    const mode = syncMode === undefined || syncMode === member.spec.syncMode ? undefined : syncMode;
    if (changes === undefined && mode === undefined) return member;
    const body = {
      ...(changes && { metadata: { labels: changes } }),
      ...(mode && { spec: { syncMode: mode } }),
    };
    const changed = await hubClient.patch<ManagedCluster>(
      MANAGED_CLUSTERS,
      this.#key,
      { type: 'merge', body },
      { signal },
    );
    this.#member = changed;
    return changed;
  }

  get #key(): { namespace: string; name: string } {
    const { namespace, name } = this.#options;
    return { namespace, name };
  }

  #read(signal: AbortSignal): Promise<ManagedCluster> {
    return this.#options.hubClient.get<ManagedCluster>(MANAGED_CLUSTERS, this.#key, { signal });
  }
}
