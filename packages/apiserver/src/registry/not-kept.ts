import type { KubeObject } from '@banyan/api';
import { exactJson } from '../decoding/json/exact-json.ts';
import type { KeptObject } from './resource-storage.ts';

/** An object that is shown as if it had been kept (a dry run's): it has no version unless it had one before. */
export function notKept(object: KubeObject): KeptObject {
  const { resourceVersion, ...metadata } = object.metadata;
  const shown = resourceVersion === '' ? { ...object, metadata } : object;
  return { object: shown, json: exactJson(shown) };
}
