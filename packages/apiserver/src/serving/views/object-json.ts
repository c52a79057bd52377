import { exactJson } from '../../decoding/json/exact-json.ts';
import { apiVersionOf } from '../../registry/api-version.ts';
import type { KeptObject } from '../../registry/resource-storage.ts';
import type { ServedResource } from '../../registry/served-resource.ts';

/** An object as this version's endpoint shows it: as it is kept, if it is kept so. */
export function objectJson(resource: ServedResource, { object, json }: KeptObject): string {
  if (object.apiVersion === apiVersionOf(resource)) return json;
  return exactJson(resource.fromStorage(object));
}

/** The same inside of a list. Items of built-in kinds do not repeat what the list says of them. */
export function listItemJson(resource: ServedResource, kept: KeptObject): string {
  const json = objectJson(resource, kept);
  if (resource.custom !== undefined) return json;
  const start = `{"kind":"${resource.kind}","apiVersion":"${apiVersionOf(resource)}",`;
  return json.startsWith(start) ? `{${json.slice(start.length)}` : json;
}
