import type { KubeObject } from '@banyan/api';
import type { Pod } from '@banyan/api/objects';
import { ApiError } from '@banyan/apiserver';
import { keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { PODS } from '../../cluster/resources.ts';
import type { PodDraft } from './pod-from-template.ts';
import { slowStart } from './slow-start.ts';

/** Creates and deletes the pods of owners, and tells of it in events of theirs. */
export class PodWriter {
  readonly #objects: ClusterObjects;
  readonly #events: EventRecorder;

  constructor(objects: ClusterObjects, events: EventRecorder) {
    this.#objects = objects;
    this.#events = events;
  }

  /** Throws the first refusal. */
  async create(owner: Readonly<KubeObject>, drafts: readonly PodDraft[]): Promise<void> {
    await slowStart(drafts, (draft) => this.#createOne(owner, draft));
  }

  async delete(owner: Readonly<KubeObject>, pods: readonly Readonly<Pod>[]): Promise<void> {
    await Promise.all(pods.map((pod) => this.#deleteOne(owner, pod)));
  }

  async #createOne(owner: Readonly<KubeObject>, draft: PodDraft): Promise<void> {
    try {
      const { metadata } = await this.#objects.create(PODS, draft);
      const message = `Created pod: ${metadata.name}`;
      this.#events.record(owner, { type: 'Normal', reason: 'SuccessfulCreate', message });
    } catch (error) {
      if (isNamespaceEnding(error)) return;
      const message = `Error creating: ${messageOf(error)}`;
      this.#events.record(owner, { type: 'Warning', reason: 'FailedCreate', message });
      throw error;
    }
  }

  async #deleteOne(owner: Readonly<KubeObject>, pod: Readonly<Pod>): Promise<void> {
    const { uid = '', name } = pod.metadata;
    await this.#objects.delete(PODS, keyOf(pod), { preconditions: { uid } });
    const message = `Deleted pod: ${name}`;
    this.#events.record(owner, { type: 'Normal', reason: 'SuccessfulDelete', message });
  }
}

/** Nothing can be created there any more, and the owner is about to go too. */
function isNamespaceEnding(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true
  );
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
