import { LEAVE_ANNOTATION, MEMBER_FINALIZER } from '@banyan/api/banyan';
import {
  CLUSTER_ID_LABEL,
  CREATED_BY_LABEL,
  MANAGED_CLUSTERS,
  type ManagedCluster,
} from '@banyan/api/clusternet';
import { DONE, type Logger, type ReconcileResult } from '@banyan/controller';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { NAMESPACES } from '../hub-resources.ts';
import { deleteIfExists, getIfExists } from '../lenient-requests.ts';
import type { Members } from '../members.ts';
import { CREATED_FOR_AGENTS, type MemberIdentity } from '../registration/member-objects.ts';
import { DoneSteps } from './done-steps.ts';
import type { DrainMember, ForgetHub } from './drain-member.ts';
import { endRequest } from './end-request.ts';
import { releaseWorks, removeSecrets, revokeAccess } from './remove-registration.ts';

/** A member that does not answer does not hold up its own leaving for longer. */
const FORGET_TIMEOUT_MS = 5_000;

export interface LeaveOptions {
  readonly hubClient: KubeClient;
  readonly members: Members;
  /** Without it nothing that runs in members is taken away, whatever was asked. */
  readonly drainMember?: DrainMember | undefined;
  readonly forgetHub?: ForgetHub | undefined;
  readonly logger: Logger;
}

/**
 * What happens when a ManagedCluster is deleted. Every step may have been done before, and none waits for another
 * object to go: in a namespace that is itself on its way out all of them work.
 */
export class LeaveReconcile {
  readonly #options: LeaveOptions;
  readonly #steps = new DoneSteps();

  constructor(options: LeaveOptions) {
    this.#options = options;
  }

  async reconcile(namespace: string, name: string, signal: AbortSignal): Promise<ReconcileResult> {
    const member = this.#options.members.member(namespace, name);
    if (member === undefined || !isLeaving(member)) return DONE;
    const drained = await this.#drain(member, signal);
    if (drained !== 'done') return drained;
    const { hubClient, logger } = this.#options;
    const identity = { clusterId: member.spec.clusterId, name, namespace };
    const { uid = '' } = member.metadata;
    const once = this.#steps.of(uid);
    await once('forget', () => this.#forget(member, signal));
    await revokeAccess(hubClient, identity, signal, once);
    await removeSecrets(hubClient, namespace, signal, once);
    await once('works', () => releaseWorks(hubClient, namespace, signal));
    await once('request', () => endRequest(hubClient, member, signal));
    await once('namespace', () => this.#deleteNamespace(identity, signal));
    await this.#letGo(member, signal);
    this.#steps.forget(uid);
    logger.info({ member: name, namespace, clusterId: identity.clusterId }, 'a member left');
    return DONE;
  }

  async #drain(member: ManagedCluster, signal: AbortSignal): Promise<'done' | { requeueAfterMs: number }> {
    const { drainMember, logger } = this.#options;
    if (member.metadata.annotations?.[LEAVE_ANNOTATION] !== 'drain') return 'done';
    if (drainMember !== undefined) return drainMember(member, signal);
    logger.warn(
      { member: member.metadata.name },
      'asked to be drained, but nothing here drains: what runs there stays',
    );
    return 'done';
  }

  async #forget(member: ManagedCluster, signal: AbortSignal): Promise<void> {
    const { forgetHub, logger } = this.#options;
    try {
      await forgetHub?.(member, AbortSignal.any([signal, AbortSignal.timeout(FORGET_TIMEOUT_MS)]));
    } catch (error) {
      signal.throwIfAborted();
      logger.warn(
        { member: member.metadata.name, err: error },
        'the member keeps what joining created in it',
      );
    }
  }

  /** Only one that was made for this member. */
  async #deleteNamespace({ clusterId, namespace }: MemberIdentity, signal: AbortSignal): Promise<void> {
    const { hubClient } = this.#options;
    const key = { name: namespace };
    const found = await getIfExists(hubClient, NAMESPACES, key, signal);
    const { labels, deletionTimestamp, uid } = found?.metadata ?? {};
    const isOurs =
      labels?.[CREATED_BY_LABEL] === CREATED_FOR_AGENTS && labels[CLUSTER_ID_LABEL] === clusterId;
    if (!isOurs || deletionTimestamp !== undefined) return;
    await deleteIfExists(hubClient, { resource: NAMESPACES, key, uid }, signal);
  }

  async #letGo({ metadata }: ManagedCluster, signal: AbortSignal): Promise<void> {
    const { namespace = '', name = '', uid, resourceVersion, finalizers = [] } = metadata;
    const rest = finalizers.filter((finalizer) => finalizer !== MEMBER_FINALIZER);
    const body = { metadata: { uid, resourceVersion, finalizers: rest } };
    try {
      await this.#options.hubClient.patch(
        MANAGED_CLUSTERS,
        { namespace, name },
        { type: 'merge', body },
        { signal },
      );
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

function isLeaving({ metadata }: ManagedCluster): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(MEMBER_FINALIZER) === true;
}
