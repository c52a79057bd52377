import { createHash } from 'node:crypto';
import type { KubeObject } from '@banyan/api';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { SHADOW_GROUP, SHADOW_VERSION } from './template-paths.ts';

const API_SERVICES = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
const KEY = { name: `${SHADOW_VERSION}.${SHADOW_GROUP}` };
/** On the APIService: a digest of what the group has. */
const RESOURCES_ANNOTATION = 'banyan.dev/resources';

/**
 * Makes the parent ask anew what the shadow group has. By itself it asks once a minute, and until then kubectl does not
 * know a new kind by its name; but it asks whenever the APIService changes. Every replica writes the same, so it is
 * written once.
 */
export class ShadowAnnouncer {
  readonly #parent: KubeClient;
  readonly #onError: (error: unknown) => void;
  #wanted = '';
  #running = false;

  constructor(parent: KubeClient, onError: (error: unknown) => void) {
    this.#parent = parent;
    this.#onError = onError;
  }

  /** Returns at once. What comes while one is announced is announced after it, the last only. */
  announce(names: Iterable<string>): void {
    this.#wanted = createHash('sha256')
      .update([...names].toSorted().join())
      .digest('hex')
      .slice(0, 16);
    if (this.#running) return;
    this.#running = true;
    this.#catchUp()
      .catch(this.#onError)
      .finally(() => {
        this.#running = false;
      });
  }

  async #catchUp(): Promise<void> {
    for (let said: string | undefined; said !== this.#wanted;) {
      said = this.#wanted;
      await this.#say(said);
    }
  }

  async #say(digest: string): Promise<void> {
    const found = await this.#parent.get(API_SERVICES, KEY).catch(undefinedIfMissing);
    if (found === undefined || found.metadata.annotations?.[RESOURCES_ANNOTATION] === digest) return;
    const body = { metadata: { annotations: { [RESOURCES_ANNOTATION]: digest } } };
    await this.#parent.patch(API_SERVICES, KEY, { type: 'merge', body }, { fieldManager: 'banyan' });
  }
}

/** The parent does not know the group yet: when it does, it asks. */
function undefinedIfMissing(error: unknown): KubeObject | undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}
