import type { KubeObject } from '@banyan/api';
import type { Pod } from '@banyan/api/objects';

/** How a cluster is reached and waited for. */
export interface ClusterDoor {
  request(request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }): Promise<{ readonly status: number; readonly body: Buffer }>;
  /** Asks until it is true. */
  eventually(what: string, isTrue: () => Promise<boolean>): Promise<void>;
}

/** A cluster whose pods are played by the test: no node runs them, in the playground as in the real one. */
export class ComparedCluster {
  readonly #door: ClusterDoor;

  constructor(door: ClusterDoor) {
    this.#door = door;
  }

  get<T>(path: string): Promise<T> {
    return this.#json('GET', path);
  }

  async list<T extends KubeObject>(path: string): Promise<T[]> {
    return (await this.get<{ items: T[] }>(path)).items;
  }

  create(path: string, object: object): Promise<KubeObject> {
    return this.#json('POST', path, object);
  }

  merge(path: string, patch: object): Promise<KubeObject> {
    return this.#json('PATCH', path, patch, 'application/merge-patch+json');
  }

  delete(path: string, options: object = {}): Promise<KubeObject> {
    return this.#json('DELETE', path, { apiVersion: 'v1', kind: 'DeleteOptions', ...options });
  }

  /** Plays the pods of a namespace until it is true: they become what `statusOf` says, and go when they are told to. */
  async playUntil(
    what: string,
    namespace: string,
    isTrue: () => Promise<boolean>,
    statusOf: (pod: Readonly<Pod>) => Pod['status'] = readyStatus,
  ): Promise<void> {
    const path = `/api/v1/namespaces/${namespace}/pods`;
    await this.#door.eventually(what, async () => {
      for (const pod of await this.list<Pod>(path)) {
        const at = `${path}/${pod.metadata.name}`;
        if (pod.metadata.deletionTimestamp !== undefined && pod.metadata.finalizers === undefined)
          await this.delete(at, { gracePeriodSeconds: 0 }).catch(ignoreGone);
        const status = pod.status?.phase === 'Pending' ? statusOf(pod) : undefined;
        if (status !== undefined) await this.merge(`${at}/status`, { status }).catch(ignoreGone);
      }
      return isTrue();
    });
  }

  async #json<T>(method: string, path: string, body?: object, contentType = 'application/json'): Promise<T> {
    const headers = { accept: 'application/json', 'content-type': contentType };
    const response = await this.#door.request({
      method,
      path,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = response.body.toString();
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof Error) || !error.message.includes(': 404 ')) throw error;
}

/** A pod that runs and is ready since a while. */
export function readyStatus({ spec }: Readonly<Pod>): NonNullable<Pod['status']> {
  const since = '2020-01-01T00:00:00Z';
  const condition = (type: string) => ({ type, status: 'True' as const, lastTransitionTime: since });
  return {
    phase: 'Running',
    startTime: since,
    conditions: [condition('Ready'), condition('ContainersReady')],
    containerStatuses: spec.containers.map(({ name, image = '' }) => ({
      name,
      image,
      imageID: '',
      ready: true,
      restartCount: 0,
      state: { running: { startedAt: since } },
    })),
  };
}

/** A pod whose containers have ended. */
export function endedStatus({ spec }: Readonly<Pod>, exitCode: number): NonNullable<Pod['status']> {
  const at = '2020-01-01T00:00:00Z';
  return {
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    startTime: at,
    containerStatuses: spec.containers.map(({ name, image = '' }) => ({
      name,
      image,
      imageID: '',
      ready: false,
      restartCount: 0,
      state: { terminated: { exitCode, startedAt: at, finishedAt: at } },
    })),
  };
}
