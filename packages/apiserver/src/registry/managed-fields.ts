import type { KubeObject } from '@banyan/api';
import { apply, resetFieldsOf, update, type JsonObject } from '@banyan/patch';
import { emptyKind } from '../decoding/typed/empty-kind.ts';
import { apiVersionOf } from './api-version.ts';
import { timestamp } from './object-draft.ts';
import type { Operation } from './operation.ts';

/** The draft with the managedFields that follow from a create, update or patch. */
export function updateManagedFields(
  operation: Operation,
  live: Readonly<KubeObject> | undefined,
  draft: KubeObject,
): KubeObject {
  return update({
    ...request(operation, live),
    updated: draft as unknown as JsonObject,
  }) as unknown as KubeObject;
}

/** Server-side apply of a configuration on what is there. */
export function applyConfiguration(
  operation: Operation,
  live: Readonly<KubeObject> | undefined,
  configuration: { readonly applied: JsonObject; readonly force: boolean },
): KubeObject {
  const { strategy } = operation;
  const withDefaults = (merged: JsonObject): JsonObject => {
    const draft = structuredClone(merged) as unknown as KubeObject;
    strategy.applyDefaults(draft);
    return draft as unknown as JsonObject;
  };
  const merged = apply({ ...request(operation, live), ...configuration, default: withDefaults });
  return merged as unknown as KubeObject;
}

function request(operation: Operation, live: Readonly<KubeObject> | undefined) {
  const { resource, subresource, fieldManager, now } = operation;
  const { schema, kind, custom } = resource;
  return {
    live: live as unknown as JsonObject | undefined,
    manager: fieldManager,
    now: timestamp(now()),
    schema,
    subresource,
    empty: custom === undefined ? (emptyKind(resource) as JsonObject | undefined) : undefined,
    convert: custom?.convert ?? resource.convert,
    filter: resetFieldsOf({ apiVersion: apiVersionOf(resource), kind, subresource, custom }),
  };
}
