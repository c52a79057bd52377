import { isDeepStrictEqual } from 'node:util';
import { parseApiVersion, type KubeObject, type StatusCause } from '@banyan/api';
import { forbidden, invalid, type GroupResource } from '../../errors/api-error.ts';
import { invalidValue } from '../../kinds/fields/field-error.ts';
import { qualifiedName, pathSegmentName, subdomainName } from '../../kinds/fields/name-format.ts';
import { quoted } from '../../kinds/fields/go-text.ts';
import {
  validateBaseObjectMeta,
  validateBaseObjectMetaUpdate,
} from '../../kinds/fields/object-meta-validation.ts';
import type { ResourceStrategy } from '../../registry/served-resource.ts';
import type { CompiledVersion } from './compiled-version.ts';
import { validateScaleSpec, validateScaleStatus } from './scale-validation.ts';
import { selectableFieldsOf } from './selectable-fields.ts';

export interface CustomKind extends GroupResource {
  readonly kind: string;
  readonly namespaced: boolean;
  readonly version: CompiledVersion;
  /** The definition is on its way out, and no new objects come. */
  readonly isTerminating: () => boolean;
}

/** What the objects of one version of a definition are held to. */
export function customStrategy(kind: CustomKind): ResourceStrategy {
  const { version, namespaced } = kind;
  const { scale, status } = version.definition.subresources ?? {};
  const hasStatus = status !== undefined;
  const selectableFields = selectableFieldsOf(version.definition.selectableFields ?? []);
  return {
    applyDefaults: (draft) => version.schema.applyDefaults(draft),
    prepareForCreate: (draft) => {
      if (kind.isTerminating()) throw terminating(kind, draft.metadata.name ?? '');
      if (hasStatus) delete draft['status'];
      draft.metadata.generation = 1;
    },
    prepareForUpdate: (draft, old) => {
      if (hasStatus) keepField(draft, old, 'status');
      const generation = old.metadata.generation ?? 1;
      draft.metadata.generation = isSameContent(draft, old) ? generation : generation + 1;
    },
    validateCreate: (object) => {
      requireKind(kind, object);
      const ofMetadata = validateBaseObjectMeta(object.metadata, { namespaced, name: subdomainName });
      const ofScale = [...validateScaleSpec(scale, object), ...validateScaleStatus(scale, object)];
      const options = { others: ofMetadata, ofScale };
      return [...ofMetadata, ...version.schema.validate(object, undefined, options)];
    },
    validateUpdate: (object, old, warn) => {
      requireKind(kind, object);
      const ofMetadata = validateMetadataUpdate(kind, object, old);
      const ofScale = [...validateScaleSpec(scale, object), ...validateScaleStatus(scale, object)];
      const options = { others: ofMetadata, ofScale, ...(warn && { warn }) };
      return [...ofMetadata, ...version.schema.validate(object, old, options)];
    },
    warnings: finalizerWarnings,
    // An apply brings nulls as far as here.
    allocate: (draft) => version.pruneReadable(draft),
    ...(selectableFields !== undefined && { selectableFields }),
  };
}

/** Of `/status`: nothing but status changes, metadata included. */
export function customStatusStrategy(kind: CustomKind, main: ResourceStrategy): ResourceStrategy {
  const { version } = kind;
  const { scale } = version.definition.subresources ?? {};
  return {
    ...main,
    prepareForUpdate: (draft, old) => {
      const { status, metadata } = draft;
      for (const field of Object.keys(draft)) delete draft[field];
      const { managedFields: _, ...kept } = structuredClone(old.metadata);
      const { managedFields } = metadata;
      Object.assign(draft, old, { metadata: { ...kept, ...(managedFields && { managedFields }) } });
      if (status === undefined) delete draft['status'];
      else draft['status'] = status;
    },
    validateUpdate: (object, old, warn) => {
      const ofMetadata = validateMetadataUpdate(kind, object, old);
      const ofScale = validateScaleStatus(scale, object);
      const options = { others: ofMetadata, ofScale, ...(warn && { warn }) };
      return [...ofMetadata, ...version.schema.validateStatus(object, old, options)];
    },
  };
}

/** The registry's look at an update, then the kind's own: a cause of both is there twice. */
function validateMetadataUpdate(
  { namespaced }: CustomKind,
  { metadata }: Readonly<KubeObject>,
  old: Readonly<KubeObject>,
): StatusCause[] {
  return [
    ...validateBaseObjectMeta(metadata, { namespaced, name: pathSegmentName }),
    ...validateBaseObjectMetaUpdate(metadata, old.metadata),
    ...validateBaseObjectMetaUpdate(metadata, old.metadata),
  ];
}

/** Bodies of another kind of the group are read, and refused here in their own name. */
function requireKind({ kind, group }: CustomKind, object: Readonly<KubeObject>): void {
  if (object.kind === kind) return;
  const cause = invalidValue('kind', object.kind, `must be ${kind}`);
  const of = { group: parseApiVersion(object.apiVersion).group || group, kind: object.kind };
  throw invalid(of, object.metadata.name ?? '', [cause]);
}

function terminating(of: GroupResource, name: string) {
  return forbidden(of, name, 'create not allowed while custom resource definition is terminating');
}

function keepField(draft: KubeObject, old: Readonly<KubeObject>, field: string): void {
  if (old[field] === undefined) delete draft[field];
  else draft[field] = old[field];
}

function isSameContent(draft: Readonly<KubeObject>, old: Readonly<KubeObject>): boolean {
  const { metadata: _, ...content } = draft;
  const { metadata: __, ...before } = old;
  return isDeepStrictEqual(content, before);
}

const STANDARD_FINALIZERS = ['orphan', 'foregroundDeletion', 'kubernetes'];

/** Of finalizers that come new. */
function finalizerWarnings(
  { metadata }: Readonly<KubeObject>,
  old: Readonly<KubeObject> | undefined,
): string[] {
  const { finalizers = [] } = metadata;
  if (finalizers.length === 0) return [];
  const before = old?.metadata.finalizers ?? [];
  const added = [...new Set(finalizers)].filter((name) => !before.includes(name)).toSorted();
  return added.flatMap((name) =>
    [...qualifiedName(name), ...unqualified(name)].map(
      (why) => `metadata.finalizers: ${quoted(name)}: ${why}`,
    ),
  );
}

function unqualified(name: string): string[] {
  if (name.includes('/') || STANDARD_FINALIZERS.includes(name)) return [];
  const path = name.includes('.') ? ' including a path (/)' : '';
  return [
    `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`,
  ];
}
