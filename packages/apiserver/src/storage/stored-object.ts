import type { KubeObject } from '@banyan/api';
import { exactJson, parseExactJson } from '../decoding/json/exact-json.ts';

/** One version of one object. Never changed: a new version is a new StoredObject. */
export interface StoredObject {
  /** `namespace/name`, or `name` for what has no namespace. */
  readonly key: string;
  /** The store's revision that wrote it; its metadata.resourceVersion says the same. */
  readonly revision: number;
  readonly object: Readonly<KubeObject>;
  /** The object as JSON: written to the disk, to every list and to every watcher, made once. */
  readonly json: string;
}

/** What happened to one object at one revision. */
export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly revision: number;
  /** The new version; of a deleted object the last one, with the revision of its deletion. */
  readonly current: StoredObject;
  /** The version before; undefined when there was none. */
  readonly previous: StoredObject | undefined;
}

/** Gives an object the revision it is written at. The draft becomes part of the result: do not use it again. */
export function storedObject(key: string, revision: number, draft: KubeObject): StoredObject {
  const object = { ...draft, metadata: { ...draft.metadata, resourceVersion: String(revision) } };
  return { key, revision, object, json: exactJson(object) };
}

/** A version that was written by an earlier run: its JSON is read when someone first asks for the object. */
export function loadedObject(key: string, revision: number, json: string): StoredObject {
  let object: KubeObject | undefined;
  return {
    key,
    revision,
    json,
    get object() {
      return (object ??= parseExactJson(json) as KubeObject);
    },
  };
}
