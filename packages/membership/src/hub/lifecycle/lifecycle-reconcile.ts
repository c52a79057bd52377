import { isDeepStrictEqual } from 'node:util';
import { MANAGED_CLUSTERS, type ManagedCluster, type ManagedClusterStatus } from '@banyan/api/clusternet';
import type { Taint } from '@banyan/api/objects';
import { DONE, type Clock, type Logger, type ReconcileResult } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import type { Members } from '../members.ts';
import { HeartbeatSightings } from './heartbeat-sightings.ts';
import { graceMs, nextLifecycleStatus, nextTaints } from './member-lifecycle.ts';

/** How often one that waits to be initialized is looked at, as in Clusternet. */
const INIT_EVERY_MS = 30_000;

/** Whether what a member begins with is deployed. Asked for members that wait for it; it must not change the member. */
export type IsInitialized = (member: ManagedCluster, signal: AbortSignal) => Promise<boolean>;

export interface LifecycleOptions {
  readonly hubClient: KubeClient;
  readonly members: Members;
  /** The gate ClusterInit. */
  readonly initializes: boolean;
  /** Without it, and with the gate, members wait. */
  readonly isInitialized?: IsInitialized | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Notices that a member is silent, and keeps its taints in step with its conditions. */
export class LifecycleReconcile {
  readonly #options: LifecycleOptions;
  readonly #sightings: HeartbeatSightings;

  constructor(options: LifecycleOptions) {
    this.#options = options;
    this.#sightings = new HeartbeatSightings(options.clock);
  }

  async reconcile(namespace: string, name: string, signal: AbortSignal): Promise<ReconcileResult> {
    const { members, clock } = this.#options;
    const key = `${namespace}/${name}`;
    const member = members.member(namespace, name);
    if (member === undefined || member.metadata.deletionTimestamp !== undefined) {
      this.#sightings.forget(key);
      return DONE;
    }
    const restMs = graceMs(member) - this.#sightings.silentMs(key, member);
    const init = await this.#init(member, signal);
    const now = new Date(clock.now()).toISOString().replace(/\.\d+/, '');
    const status = nextLifecycleStatus(member, { isLost: restMs <= 0, init, now });
    const written = await this.#writeStatus(member, status, signal);
    await this.#writeTaints(
      written,
      nextTaints(member.spec.taints ?? [], status.conditions ?? [], now),
      signal,
    );
    const waits = [...(restMs > 0 ? [restMs] : []), ...(init === 'waiting' ? [INIT_EVERY_MS] : [])];
    return waits.length === 0 ? DONE : { requeueAfterMs: Math.min(...waits) };
  }

  async #init(member: ManagedCluster, signal: AbortSignal): Promise<'off' | 'waiting' | 'done'> {
    const { initializes, isInitialized } = this.#options;
    if (!initializes) return 'off';
    return (await isInitialized?.(member, signal)) === true ? 'done' : 'waiting';
  }

  async #writeStatus(
    member: ManagedCluster,
    status: ManagedClusterStatus,
    signal: AbortSignal,
  ): Promise<ManagedCluster> {
    const { hubClient, logger } = this.#options;
    if (isDeepStrictEqual(status, member.status ?? {})) return member;
    const { namespace = '', name = '', resourceVersion } = member.metadata;
    const { healthz, livez, readyz, conditions } = status;
    const body = { metadata: { resourceVersion }, status: { healthz, livez, readyz, conditions } };
    const options = { subresource: 'status', signal };
    const ready = conditions?.find(({ type }) => type === 'Ready');
    if (ready?.status === 'Unknown')
      logger.warn({ member: name, reason: ready.reason }, 'a member is silent');
    return hubClient.patch<ManagedCluster>(
      MANAGED_CLUSTERS,
      { namespace, name },
      { type: 'merge', body },
      options,
    );
  }

  async #writeTaints(
    { metadata, spec }: ManagedCluster,
    taints: Taint[],
    signal: AbortSignal,
  ): Promise<void> {
    const { hubClient } = this.#options;
    if (isDeepStrictEqual(taints, spec.taints ?? [])) return;
    const { namespace = '', name = '', resourceVersion } = metadata;
    // Taints are a list, set as a whole: refused if anyone wrote in between.
    const body = { metadata: { resourceVersion }, spec: { taints: taints.length === 0 ? null : taints } };
    await hubClient.patch(MANAGED_CLUSTERS, { namespace, name }, { type: 'merge', body }, { signal });
  }
}
