import { RESERVED_NAMESPACE } from '@banyan/api/clusternet';
import { isAlreadyExists, isNotFound, KubeError, type KubeClient } from '@banyan/kube';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

/** The namespace in which templates are kept and tried. It is made when it is missed. */
export class ReservedNamespace {
  readonly #parent: KubeClient;

  constructor(parent: KubeClient) {
    this.#parent = parent;
  }

  /** Does something that needs the namespace; once more, if it was not there. Throws KubeErrors. */
  async present<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    await this.#create();
    return act();
  }

  async #create(): Promise<void> {
    const metadata = { name: RESERVED_NAMESPACE };
    try {
      await this.#parent.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }
}

function isMissing(error: unknown): boolean {
  if (!isNotFound(error) || !(error instanceof KubeError)) return false;
  const { kind, name } = error.status?.details ?? {};
  return kind === 'namespaces' && name === RESERVED_NAMESPACE;
}
