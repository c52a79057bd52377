import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '@banyan/api';
import { Discovery, SharedCaches, type KubeClient } from '@banyan/kube';
import type { ParentState } from './template-catalogue.ts';

export interface ParentWatchOptions {
  readonly parent: KubeClient;
  /** Told of every state, the first one included. */
  readonly onState: (state: ParentState) => void;
  /** Told of failures, which do not end it. */
  readonly onError: (error: unknown) => void;
}

const DEFINITIONS = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const API_SERVICES = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
/** For what changes behind a server that stays; as kubectl's patience with its own copy, and asked by ETag. */
const REDISCOVER_MS = 60_000;
const RETRY_MS = 1000;

/** Follows what the parent serves until the signal aborts. Never rejects. */
export async function watchParent(options: ParentWatchOptions, signal: AbortSignal): Promise<void> {
  const { parent, onState, onError } = options;
  const caches = new SharedCaches({ client: parent, onError });
  const definitions = caches.objects({ resource: DEFINITIONS, dropManagedFields: true });
  const services = caches.objects({ resource: API_SERVICES, dropManagedFields: true });
  const discovery = new Discovery({ client: parent, onError });
  try {
    await Promise.all([definitions.waitForSync(signal), services.waitForSync(signal)]);
    let groups = await firstGroups(discovery, onError, signal);
    const tell = once(() => {
      if (signal.aborted) return;
      const aggregated = new Set([...services.cache.list()].flatMap((one) => groupElsewhere(one)));
      onState({ groups, aggregated, definitions: [...definitions.cache.list()] });
    });
    const rediscover = once(() => {
      discovery.refresh(signal).then(
        (mapper) => {
          groups = mapper.groups;
          tell();
        },
        (error: unknown) => {
          if (!signal.aborted) onError(error);
        },
      );
    });
    tell();
    definitions.addHandler({ onAdd: tell, onUpdate: tell, onDelete: tell });
    services.addHandler({ onAdd: rediscover, onUpdate: rediscover, onDelete: rediscover });
    while (!signal.aborted) {
      await delay(REDISCOVER_MS, undefined, { signal });
      rediscover();
    }
  } catch (error) {
    if (!signal.aborted) onError(error);
  } finally {
    await caches.close();
  }
}

async function firstGroups(
  discovery: Discovery,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<ParentState['groups']> {
  for (;;) {
    try {
      return (await discovery.mapper(signal)).groups;
    } catch (error) {
      signal.throwIfAborted();
      onError(error);
      await delay(RETRY_MS, undefined, { signal });
    }
  }
}

/** Many events at once are one reason. */
function once(act: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      act();
    });
  };
}

function groupElsewhere(service: KubeObject): string[] {
  const { group = '', service: backend } = service['spec'] as { group?: string; service?: object | null };
  return backend === undefined || backend === null ? [] : [group];
}
