import { DESCRIPTIONS, type Description, type DescriptionStatus } from '@banyan/api/clusternet';
import { DONE, type Clock, type ReconcileResult } from '@banyan/controller';
import { digest } from '@banyan/engine';
import { isNotFound, type KubeClient } from '@banyan/kube';
import type { AppliedWork } from '../work/applied-memory.ts';

/** Members' objects change many times while they start. */
const INTERVAL_MS = 1000;

interface Written {
  readonly uid: string | undefined;
  /** Of the status. */
  readonly digest: string;
  readonly atMs: number;
}

/** What is to be written on a Description. */
export interface Report {
  readonly status: DescriptionStatus;
  /** What the member was given. */
  readonly applied: AppliedWork | undefined;
}

/** Writes on Descriptions how they do and what was applied: what differs, and on each at most once a second. */
export class StatusWriter {
  readonly #hubClient: KubeClient;
  readonly #clock: Clock;
  readonly #written = new Map<string, Written>();

  constructor(hubClient: KubeClient, clock: Clock) {
    this.#hubClient = hubClient;
    this.#clock = clock;
  }

  async write(
    key: string,
    description: Description,
    { status, applied }: Report,
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    const { uid } = description.metadata;
    const known = this.#written.get(key);
    const last = known?.uid === uid ? known : undefined;
    const { conditions: _, ...told } = description.status ?? {};
    const wanted = digest(status);
    const isTold = wanted === (last?.digest ?? digest(told));
    if (isTold && applied?.isChanged !== true) return DONE;
    const nowMs = this.#clock.elapsed();
    const waitMs = last === undefined ? 0 : last.atMs + INTERVAL_MS - nowMs;
    if (waitMs > 0) return { requeueAfterMs: waitMs };
    try {
      if (applied?.isChanged === true) await applied.save(this.#hubClient, description, signal);
      if (!isTold) await this.#writeStatus(description, status, signal);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return DONE;
    }
    this.#written.set(key, { uid, digest: wanted, atMs: nowMs });
    return DONE;
  }

  delete(key: string): void {
    this.#written.delete(key);
  }

  forgetMember(namespace: string): void {
    for (const key of this.#written.keys()) if (key.startsWith(`${namespace}|`)) this.#written.delete(key);
  }

  async #writeStatus(
    { metadata: { namespace = '', name = '', uid } }: Description,
    status: DescriptionStatus,
    signal: AbortSignal,
  ): Promise<void> {
    const body = { metadata: { uid }, status: { ...status, reason: status.reason ?? null } };
    const options = { subresource: 'status', signal };
    await this.#hubClient.patch(DESCRIPTIONS, { namespace, name }, { type: 'merge', body }, options);
  }
}
