import { DESCRIPTIONS, type Description, type DescriptionStatus } from '@banyan/api/clusternet';
import { DONE, type Clock, type ReconcileResult } from '@banyan/controller';
import { digest } from '@banyan/engine';
import { isNotFound, isOlderResourceVersion, type KubeClient } from '@banyan/kube';

/** Members' objects change many times while they start. */
const INTERVAL_MS = 1000;

interface Written {
  readonly uid: string | undefined;
  /** Of the status. */
  readonly digest: string;
  readonly atMs: number;
  /** That it gave the Description. */
  readonly version: string;
}

/** Writes on Descriptions how they do and what was applied: if it differs, and on each at most once a second. */
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
    status: DescriptionStatus,
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    const { uid } = description.metadata;
    const known = this.#written.get(key);
    const last = known?.uid === uid ? known : undefined;
    const wanted = digest(status);
    if (wanted === toldDigest(description, last)) return DONE;
    const nowMs = this.#clock.elapsed();
    const waitMs = last === undefined ? 0 : last.atMs + INTERVAL_MS - nowMs;
    if (waitMs > 0) return { requeueAfterMs: waitMs };
    try {
      const version = await this.#writeStatus(description, status, signal);
      this.#written.set(key, { uid, digest: wanted, atMs: nowMs, version });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return DONE;
  }

  /** Whether this version of a Description is our last word on it. */
  isOwn(key: string, { metadata }: Description): boolean {
    return this.#written.get(key)?.version === metadata.resourceVersion;
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
  ): Promise<string> {
    // With the uid: one that was made again under the same name has been given nothing.
    const { reason = null, applied = null } = status;
    const body = { metadata: { uid }, status: { ...status, reason, applied } };
    const options = { subresource: 'status', metadataOnly: true, signal };
    const patch = { type: 'merge', body } as const;
    const { metadata } = await this.#hubClient.patch(DESCRIPTIONS, { namespace, name }, patch, options);
    return metadata.resourceVersion ?? '';
  }
}

/** What the hub has. Our cache may be behind our own last word; once it is not, another may have written after us. */
function toldDigest({ metadata, status }: Description, last: Written | undefined): string {
  if (last !== undefined && isOlderResourceVersion(metadata.resourceVersion ?? '', last.version))
    return last.digest;
  const { conditions: _, ...told } = status ?? {};
  return digest(told);
}
