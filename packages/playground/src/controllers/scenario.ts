import type { KubeObject } from '@banyan/api';

/** What a user does to a cluster and is shown by it: the same in the playground and in a real one. */
export interface Scenario {
  readonly name: string;
  /** Where a real cluster's answer depends on which of its watches is the faster. */
  readonly isPlaygroundOnly?: boolean;
  readonly run: (cluster: ScenarioCluster) => Promise<void>;
}

/** A cluster as its administrator reaches it. An answer that is not 2xx is thrown, with its code in the message. */
export interface ScenarioCluster {
  json<T>(method: string, path: string, body?: object): Promise<T>;
  /** Asks until it is true. */
  until(what: string, isTrue: () => Promise<boolean>): Promise<void>;
}

export const core = (namespace: string, resource: string, name = '') =>
  joined(`/api/v1/namespaces/${namespace}/${resource}`, name);

export const grouped = (groupVersion: string, namespace: string, resource: string, name = '') =>
  joined(`/apis/${groupVersion}/namespaces/${namespace}/${resource}`, name);

function joined(path: string, name: string): string {
  return name === '' ? path : `${path}/${name}`;
}

export function post<T extends KubeObject>(cluster: ScenarioCluster, path: string, body: object): Promise<T> {
  return cluster.json<T>('POST', path, body);
}

/** Undefined: there is none. */
export async function read<T extends KubeObject>(
  cluster: ScenarioCluster,
  path: string,
): Promise<T | undefined> {
  try {
    return await cluster.json<T>('GET', path);
  } catch (error) {
    if (String(error).includes(' 404 ')) return undefined;
    throw error;
  }
}

export async function items<T extends KubeObject>(cluster: ScenarioCluster, path: string): Promise<T[]> {
  return (await cluster.json<{ items: T[] }>('GET', path)).items;
}

export async function goes(cluster: ScenarioCluster, path: string): Promise<void> {
  await cluster.until(`${path} is gone`, async () => (await read(cluster, path)) === undefined);
}

/** Reads it again and again until it is as wanted; what it is then. */
export async function becomes<T extends KubeObject>(
  cluster: ScenarioCluster,
  path: string,
  isWanted: (object: T) => boolean,
): Promise<T> {
  let found: T | undefined;
  try {
    await cluster.until(`${path} as wanted`, async () => {
      found = await read<T>(cluster, path);
      return found !== undefined && isWanted(found);
    });
  } catch (error) {
    throw new Error(`${path} is ${JSON.stringify(found, null, 1)}`, { cause: error });
  }
  return found as T;
}

interface ShownEvent {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
}

/** Waits for an event about the object of this name. */
export async function eventsAbout(
  cluster: ScenarioCluster,
  namespace: string,
  name: string,
  expected: ShownEvent,
): Promise<void> {
  const path = `${core(namespace, 'events')}?fieldSelector=involvedObject.name%3D${name}`;
  let seen: ShownEvent[] = [];
  try {
    await cluster.until(expected.reason, async () => {
      seen = (await items<KubeObject & ShownEvent>(cluster, path)).map(({ type, reason, message }) => ({
        type,
        reason,
        message,
      }));
      return seen.some(
        ({ type, reason, message }) =>
          type === expected.type && reason === expected.reason && message === expected.message,
      );
    });
  } catch (error) {
    throw new Error(`${namespace}/${name}: ${JSON.stringify(seen)}`, { cause: error });
  }
}

/** Writes the newest version, changed; again if another write came first. */
export async function edit<T extends KubeObject>(
  cluster: ScenarioCluster,
  path: string,
  change: (object: T) => void,
): Promise<void> {
  await cluster.until(`${path} is written`, async () => {
    const object = await cluster.json<T>('GET', path);
    change(object);
    try {
      await cluster.json('PUT', path, object);
      return true;
    } catch (error) {
      if (String(error).includes(' 409 ')) return false;
      throw error;
    }
  });
}

export async function newNamespace(cluster: ScenarioCluster, name: string): Promise<string> {
  await post(cluster, '/api/v1/namespaces', { metadata: { name } });
  await becomes(cluster, core(name, 'serviceaccounts', 'default'), () => true);
  return name;
}
