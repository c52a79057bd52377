import type { KubeObject } from '@banyan/api';
import type { ConvertObject, JsonObject } from '@banyan/patch';
import { apiVersionOf } from './api-version.ts';
import type { ServedResource } from './served-resource.ts';

/** A resource, and how its objects are kept. */
export interface KeptResource {
  readonly resource: ServedResource;
  /** Resources of one place share their objects. */
  readonly place: string;
  /** Kept in another form than it is served in. */
  readonly isConverted: boolean;
}

/**
 * The resources, those that share a place and differ in form with the way from one to another: entries of
 * managedFields are in the version in which they were written.
 */
export function withConversions(kept: readonly KeptResource[]): ServedResource[] {
  const places = new Set(kept.filter(({ isConverted }) => isConverted).map(({ place }) => place));
  return kept.map(({ resource, place }) => {
    if (!places.has(place)) return resource;
    const versions = kept.filter((other) => other.place === place).map((other) => other.resource);
    return { ...resource, convert: conversionBetween(versions, resource) };
  });
}

/** From the version that an object says it is of, to any other; what does not say so is of the resource at hand. */
function conversionBetween(versions: readonly ServedResource[], resource: ServedResource): ConvertObject {
  const served = (apiVersion: unknown) => versions.find((each) => apiVersionOf(each) === apiVersion);
  return (object, wanted) => {
    const target = served(wanted);
    if (target === undefined) return undefined;
    const source = served(object['apiVersion']) ?? resource;
    const whole = { metadata: {}, ...object, kind: source.kind } as unknown as KubeObject;
    const converted = target.fromStorage(source.toStorage(whole));
    return { object: converted as unknown as JsonObject, schema: target.schema };
  };
}
