import type { KubeObject, ObjectMeta } from '@banyan/api';
import type { CacheSpec, ObjectCacheSpec } from './cache-spec.ts';
import { deepFreeze } from './deep-freeze.ts';
import { guardedHook } from './guarded-hook.ts';
import { objectIdentity, rawIdentity } from './item-identity.ts';
import type { ListerWatcher, RawListerWatcher } from './lister-watcher.ts';
import { ObjectCache } from './object-cache.ts';
import { objectSource } from './object-source.ts';
import type { RawObject } from './raw-object.ts';
import { rawSource } from './raw-source.ts';
import { Reflector, type ReflectorTuning } from './reflector.ts';

export interface WatchedCacheOptions extends ReflectorTuning {
  /** Failures of list and watch; each is tried again for ever. */
  readonly onError?: (error: Error, spec: CacheSpec) => void;
  /** Failures of handlers, indexers and transforms; the stream goes on. */
  readonly onUserError?: (error: unknown, spec: CacheSpec) => void;
  /** For tests: whoever changes a cached object gets a TypeError. */
  readonly freeze?: boolean;
}

/** A cache and what fills it. Nothing runs until `reflector.run(signal)`. */
export interface WatchedCache<T> {
  readonly cache: ObjectCache<T>;
  readonly reflector: Reflector<T>;
}

/** Parsed objects; with `metadataOnly` the server is asked for their metadata alone. */
export function watchedObjects(
  client: ListerWatcher,
  spec: ObjectCacheSpec & { readonly metadataOnly?: boolean },
  options: WatchedCacheOptions = {},
): WatchedCache<KubeObject> {
  const transform = transformOf(spec, options.freeze ?? false);
  const cache = new ObjectCache<KubeObject>({
    identity: objectIdentity,
    onUserError: userErrorHook(spec, options),
    ...(transform !== undefined && { transform }),
  });
  const { metadataOnly = false } = spec;
  const source = objectSource({ client, scope: spec, metadataOnly });
  return {
    cache,
    reflector: new Reflector({ ...options, source, sink: cache, onError: errorHook(spec, options) }),
  };
}

/** Objects as the server's bytes, parsed at each read: the least memory and the fastest to fill. */
export function watchedRaw(
  client: RawListerWatcher,
  spec: CacheSpec,
  options: WatchedCacheOptions = {},
): WatchedCache<RawObject> {
  const cache = new ObjectCache<RawObject>({
    identity: rawIdentity,
    replaceUnchanged: true,
    onUserError: userErrorHook(spec, options),
  });
  const source = rawSource({ client, scope: spec, dropManagedFields: spec.dropManagedFields ?? false });
  return {
    cache,
    reflector: new Reflector({ ...options, source, sink: cache, onError: errorHook(spec, options) }),
  };
}

function errorHook(spec: CacheSpec, { onError }: WatchedCacheOptions): (error: Error) => void {
  return (error) => onError?.(error, spec);
}

function userErrorHook(spec: CacheSpec, { onUserError }: WatchedCacheOptions): (error: unknown) => void {
  return guardedHook((error) => onUserError?.(error, spec));
}

function transformOf(
  { dropManagedFields = false, transform }: ObjectCacheSpec,
  freeze: boolean,
): ((object: KubeObject) => KubeObject) | undefined {
  if (!dropManagedFields && transform === undefined && !freeze) return undefined;
  return (object) => {
    if (dropManagedFields) object.metadata = withoutManagedFields(object.metadata);
    const kept = transform === undefined ? object : transform(object);
    return freeze ? deepFreeze(kept) : kept;
  };
}

/** A copy: an object that a field is deleted from takes three times the room. */
function withoutManagedFields(metadata: ObjectMeta): ObjectMeta {
  const { managedFields: _, ...rest } = metadata;
  return rest;
}
