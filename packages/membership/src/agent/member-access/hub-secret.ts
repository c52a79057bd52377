import type { Secret } from '@banyan/api/objects';
import { isForbidden, isNotFound, type KubeClient } from '@banyan/kube';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };

/** One of the member's Secrets in the hub. */
export class HubSecret {
  readonly #hubClient: KubeClient;
  readonly #key: { readonly namespace: string; readonly name: string };

  constructor(hubClient: KubeClient, key: { readonly namespace: string; readonly name: string }) {
    this.#hubClient = hubClient;
    this.#key = key;
  }

  /** Undefined if there is none. */
  async read(signal: AbortSignal): Promise<Secret | undefined> {
    try {
      return await this.#hubClient.get<Secret>(SECRETS, this.#key, { signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** `existing` is what was just read. */
  async write(secret: Secret, existing: Secret | undefined, signal: AbortSignal): Promise<void> {
    const { namespace } = this.#key;
    if (existing === undefined) {
      await this.#hubClient.create(SECRETS, secret, { namespace, signal });
      return;
    }
    const { labels, annotations } = secret.metadata;
    const body = { metadata: { labels, annotations }, data: secret.data };
    await this.#hubClient.patch(SECRETS, this.#key, { type: 'merge', body }, { signal });
  }

  /** Other hubs may not let their agents delete a Secret: an empty one opens nothing. */
  async remove(signal: AbortSignal): Promise<void> {
    try {
      await this.#hubClient.delete(SECRETS, this.#key, { signal });
    } catch (error) {
      if (isNotFound(error)) return;
      if (!isForbidden(error)) throw error;
      await this.#hubClient.patch(SECRETS, this.#key, { type: 'merge', body: { data: null } }, { signal });
    }
  }
}
