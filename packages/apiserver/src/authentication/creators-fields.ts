import { kubernetesSchema, parseApiVersion, type KubeObject } from '@banyan/api';
import { update, type JsonObject } from '@banyan/patch';
import { structOfKind } from '../decoding/typed/go-objects.ts';
import { typeWriter } from '../decoding/typed/type-writer.ts';
import { timestamp } from '../registry/object-draft.ts';

export interface Creator {
  readonly fieldManager: string;
  readonly now: Date;
  /** `token` for a TokenRequest. */
  readonly subresource?: string;
}

/**
 * A decoded and defaulted review or token request with the managedFields that its creator comes to own. It is never
 * kept, and still the real server answers with them; call it before the functions that answer.
 */
export function withCreatorsFields(object: KubeObject, creator: Creator): KubeObject {
  const gvk = { ...parseApiVersion(object.apiVersion), kind: object.kind };
  const struct = structOfKind(gvk);
  const owned = update({
    live: undefined,
    updated: object as unknown as JsonObject,
    manager: creator.fieldManager,
    now: timestamp(creator.now),
    schema: kubernetesSchema(gvk),
    subresource: creator.subresource,
    // What is always written, null or not, is nobody's until it is set.
    empty: struct === undefined ? undefined : (typeWriter(struct).zero() as JsonObject),
  });
  return owned as unknown as KubeObject;
}
