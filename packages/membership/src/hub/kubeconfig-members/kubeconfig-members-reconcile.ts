import { DONE, type Logger, type ReconcileResult } from '@banyan/controller';
import type { ManagedCluster } from '@banyan/api/clusternet';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { MembershipError } from '../membership-error.ts';
import type { Members } from '../members.ts';
import { showInsecure } from './insecure-warning.ts';
import { readMemberAccess, type Environment } from './member-connection.ts';
import { MemberHeartbeat, memberReporter, unwell, type HeartbeatSettings } from './member-heartbeat.ts';

/** One that does not answer is asked less and less often, down to this. */
const LONGEST_WAIT_MS = 300_000;
/** Of a wait: what was started at once does not stay together. */
const JITTER = 0.2;

export interface KubeconfigMembersOptions extends HeartbeatSettings {
  readonly hubClient: KubeClient;
  readonly members: Members;
  /** The resourceVersion of the Secret with the kubeconfig of the member in this namespace. */
  readonly secretVersion: (namespace: string) => string | undefined;
  readonly collectEveryMs: number;
  readonly env: Environment;
  readonly logger: Logger;
}

/** The heartbeat of members that have no agent to do it. One that hangs or fails holds up itself alone. */
export class KubeconfigMembersReconcile {
  readonly #options: KubeconfigMembersOptions;
  readonly #heartbeats = new Map<string, MemberHeartbeat>();
  /** How many times in a row a member was not well. */
  readonly #failures = new Map<string, number>();

  constructor(options: KubeconfigMembersOptions) {
    this.#options = options;
  }

  async reconcile(namespace: string, name: string, signal: AbortSignal): Promise<ReconcileResult> {
    const key = `${namespace}/${name}`;
    const { members } = this.#options;
    const member = members.member(namespace, name);
    if (
      member === undefined ||
      !members.isDirect(member) ||
      member.metadata.deletionTimestamp !== undefined
    ) {
      await this.#forget(key);
      return DONE;
    }
    try {
      return this.#next(key, await this.#beat(key, member, signal));
    } catch (error) {
      if (isNotFound(error)) return DONE;
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#heartbeats.keys()].map((key) => this.#forget(key)));
  }

  async #beat(key: string, member: ManagedCluster, signal: AbortSignal): Promise<boolean> {
    const { hubClient } = this.#options;
    try {
      return await (await this.#heartbeat(key, member, signal)).beat(signal);
    } catch (error) {
      if (!(error instanceof MembershipError)) throw error;
      await this.#forget(key);
      await memberReporter(hubClient, member, this.#options).report(
        unwell('KubeconfigInvalid', error.message),
        signal,
      );
      return false;
    }
  }

  async #heartbeat(key: string, member: ManagedCluster, signal: AbortSignal): Promise<MemberHeartbeat> {
    const { hubClient, secretVersion, clock, env } = this.#options;
    const known = this.#heartbeats.get(key);
    if (known !== undefined && known.version === secretVersion(member.metadata.namespace ?? '')) return known;
    const access = await readMemberAccess(hubClient, member, env, signal);
    if (known?.version === access.version) return known;
    await this.#forget(key);
    const now = new Date(clock.now()).toISOString().replace(/\.\d+/, '');
    await showInsecure(hubClient, member, access.connection.insecureSkipTlsVerify === true, { now, signal });
    const heartbeat = new MemberHeartbeat(hubClient, member, access, this.#options);
    this.#heartbeats.set(key, heartbeat);
    return heartbeat;
  }

  #next(key: string, isWell: boolean): ReconcileResult {
    const { collectEveryMs, random } = this.#options;
    const failures = isWell ? 0 : (this.#failures.get(key) ?? 0) + 1;
    if (isWell) this.#failures.delete(key);
    else this.#failures.set(key, failures);
    const longestMs = Math.max(collectEveryMs, LONGEST_WAIT_MS);
    const waitMs = Math.min(collectEveryMs * 2 ** Math.max(0, failures - 1), longestMs);
    return { requeueAfterMs: waitMs * (1 - JITTER * random()) };
  }

  async #forget(key: string): Promise<void> {
    const heartbeat = this.#heartbeats.get(key);
    this.#heartbeats.delete(key);
    if (heartbeat === undefined) this.#failures.delete(key);
    await heartbeat?.close();
  }
}
