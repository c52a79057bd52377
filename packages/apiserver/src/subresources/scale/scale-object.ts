import { kubernetesSchema, type KubeObject, type StatusCause } from '@banyan/api';
import { fromScaleEntries, toScaleEntries, type ScaleEntries, type Schema } from '@banyan/patch';
import { conflict, invalid, type GroupResource } from '../../errors/api-error.ts';
import { invalidValue } from '../../kinds/fields/field-error.ts';
import { subdomainName } from '../../kinds/fields/name-format.ts';
import { validateObjectMeta } from '../../kinds/fields/object-meta-validation.ts';
import type { ScaleMapping, ScaleView } from './scale-mapping.ts';

export const SCALE_KIND = { group: 'autoscaling', version: 'v1', kind: 'Scale' };

interface Scale extends KubeObject {
  spec?: { replicas?: number };
}

/** Read when it is first needed. */
let knownSchema: Schema | undefined;

export function scaleSchema(): Schema | undefined {
  knownSchema ??= kubernetesSchema(SCALE_KIND) as Schema | undefined;
  return knownSchema;
}

/** The Scale of an object, as it is shown: without managedFields. */
export function scaleOf(mapping: ScaleMapping, object: Readonly<KubeObject>): KubeObject {
  return shownScale(mapping.read(object), object);
}

function shownScale(
  { replicas, currentReplicas, selector }: ScaleView,
  object: Readonly<KubeObject>,
): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  return {
    kind: SCALE_KIND.kind,
    apiVersion: `${SCALE_KIND.group}/${SCALE_KIND.version}`,
    metadata: {
      ...(name !== undefined && { name }),
      ...(namespace !== undefined && { namespace }),
      ...(uid !== undefined && { uid }),
      ...(resourceVersion !== undefined && { resourceVersion }),
      ...(creationTimestamp !== undefined && { creationTimestamp }),
    },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: currentReplicas, ...(selector !== '' && { selector }) },
  };
}

/**
 * An object after a write to its Scale: `write` makes the new Scale of the old one, managedFields included. Throws what
 * it throws, and 422 and 409 for a Scale that makes no sense or is another object's.
 */
export function writtenThroughScale(
  mapping: ScaleMapping,
  { live, of }: { live: Readonly<KubeObject>; of: GroupResource },
  write: (scale: KubeObject) => KubeObject,
): KubeObject {
  const { apiVersion, metadata } = live;
  const entries: ScaleEntries = {
    parent: (metadata.managedFields ?? []) as ScaleEntries['parent'],
    apiVersion,
    replicasPath: (version: string) => mapping.replicasPath(version),
  };
  const shown = shownScale(mapping.readForWrite?.(live) ?? mapping.read(live), live);
  const owned = toScaleEntries(entries);
  if (owned.length > 0) shown.metadata.managedFields = owned;
  const written = write(shown) as Scale;
  const causes = mapping.isJudgedByObject === true ? [] : validateScale(written);
  const name = metadata.name ?? '';
  if (causes.length > 0) throw invalid(SCALE_KIND, name, causes);
  requireSameUid(of, live, written);
  const draft = structuredClone(live) as KubeObject;
  mapping.setReplicas(draft, written.spec?.replicas ?? 0);
  draft.metadata.resourceVersion = written.metadata.resourceVersion ?? '';
  const managedFields = fromScaleEntries(
    entries,
    (written.metadata.managedFields ?? []) as ScaleEntries['parent'],
  );
  if (managedFields.length > 0) draft.metadata.managedFields = managedFields;
  else delete draft.metadata.managedFields;
  return draft;
}

function validateScale({ metadata, spec }: Scale): StatusCause[] {
  const replicas = spec?.replicas ?? 0;
  return [
    ...validateObjectMeta(metadata, { namespaced: true, name: subdomainName }),
    ...(replicas < 0 ? [invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0')] : []),
  ];
}

function requireSameUid(of: GroupResource, live: Readonly<KubeObject>, { metadata }: Scale): void {
  const { name = '', uid } = live.metadata;
  if ((metadata.uid ?? '') === '' || metadata.uid === uid) return;
  const why = `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${uid}`;
  throw conflict({ ...of, resource: `${of.resource}/scale` }, name, why);
}
