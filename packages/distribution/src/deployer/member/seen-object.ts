import type { KubeObject, ManagedFieldsEntry, ObjectMeta } from '@banyan/api';
import { APPLIED_DIGEST_ANNOTATION, OWNED_LABEL } from '@banyan/api/banyan';
import { OWNED_BY_DESCRIPTION_ANNOTATION } from '@banyan/api/clusternet';
import { textDigest } from '@banyan/engine';

/** Who we are in managedFields. */
export const FIELD_MANAGER = 'banyan';

/** What is kept of an object of ours in a member: enough to see drift and to tell its status. */
export interface SeenObject extends KubeObject {
  /** Digest of our entry in managedFields; undefined: there is none. */
  fields?: string;
  /** Of what we applied last, as it carries it; undefined if it is not our word. */
  digest?: string;
  /** Field sets (`fieldsV1`) that are left to others. */
  left?: readonly Record<string, unknown>[];
}

interface OwnedAnnotations {
  readonly 'f:metadata'?: { readonly 'f:annotations'?: Readonly<Record<string, unknown>> };
}

/** Makes the transform of a watch: it forgets most of an object before it is kept. */
export function seenObjectOf(yieldsTo: ReadonlySet<string>): (object: KubeObject) => SeenObject {
  return ({ apiVersion, kind, metadata, status }) => {
    const fields = ownFields(metadata);
    const applied = appliedDigest(metadata);
    const left = leftFields(metadata, yieldsTo);
    return {
      apiVersion,
      kind,
      metadata: keptMetadata(metadata),
      ...(fields !== undefined && { fields }),
      ...(applied !== undefined && { digest: applied }),
      ...(left.length > 0 && { left }),
      ...(status !== undefined && { status }),
    };
  };
}

/** The digest of what we own of an object, undefined if we own nothing. A server gives it in one order, always. */
export function ownFields({ managedFields }: ObjectMeta): string | undefined {
  const own = managedFields?.find(isOwn);
  return own === undefined ? undefined : textDigest(JSON.stringify(own.fieldsV1 ?? {}));
}

/** Whoever changes the annotation takes it from us. */
function appliedDigest({ annotations, managedFields }: ObjectMeta): string | undefined {
  const own = managedFields?.find(isOwn)?.fieldsV1 as OwnedAnnotations | undefined;
  const isOurs = own?.['f:metadata']?.['f:annotations']?.[`f:${APPLIED_DIGEST_ANNOTATION}`] !== undefined;
  return isOurs ? annotations?.[APPLIED_DIGEST_ANNOTATION] : undefined;
}

/** What was set through `scale` (an autoscaler, or a person), or by a manager that is listed, is theirs. */
export function leftFields(
  { managedFields = [] }: ObjectMeta,
  yieldsTo: ReadonlySet<string>,
): Record<string, unknown>[] {
  return managedFields
    .filter((entry) => entry.subresource === 'scale' || yieldsTo.has(entry.manager ?? ''))
    .map(({ fieldsV1 }) => fieldsV1 ?? {});
}

/** The work that an object was applied for, as its mark says; undefined for one without. */
export function workOf({ metadata }: Pick<KubeObject, 'metadata'>): string | undefined {
  return metadata.annotations?.[OWNED_BY_DESCRIPTION_ANNOTATION];
}

function isOwn({ manager, operation, subresource }: ManagedFieldsEntry): boolean {
  return manager === FIELD_MANAGER && operation === 'Apply' && (subresource ?? '') === '';
}

function keptMetadata(metadata: ObjectMeta): ObjectMeta {
  const { name, namespace, uid, resourceVersion, generation, deletionTimestamp } = metadata;
  const hubId = metadata.labels?.[OWNED_LABEL];
  const work = workOf({ metadata });
  return {
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(generation !== undefined && { generation }),
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
    ...(hubId !== undefined && { labels: { [OWNED_LABEL]: hubId } }),
    ...(work !== undefined && { annotations: { [OWNED_BY_DESCRIPTION_ANNOTATION]: work } }),
  };
}
