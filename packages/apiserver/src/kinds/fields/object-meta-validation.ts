import { isDeepStrictEqual } from 'node:util';
import type { ManagedFieldsEntry, ObjectMeta, OwnerReference, StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, required, tooLong } from './field-error.ts';
import { byteLength } from './go-text.ts';
import { validateLabels } from './label-validation.ts';
import { dnsLabel, qualifiedName, type NameRule } from './name-format.ts';

/** All annotations of an object together, keys and values: 256 KiB. */
const MAX_ANNOTATION_BYTES = 262_144;
const MAX_MANAGER_BYTES = 128;
/** Each shows all owners: of thousands that would be more than there is memory. */
const MAX_SHOWN_CONTROLLERS = 10;
const MAX_SUBRESOURCE_BYTES = 256;

/** Finalizers that need no domain before them. */
const STANDARD_FINALIZERS = ['kubernetes', 'orphan', 'foregroundDeletion'];

export interface ObjectMetaRules {
  readonly namespaced: boolean;
  readonly name: NameRule;
}

type Metadata = Readonly<ObjectMeta>;

/** What a kind that checks its objects itself says of new metadata: the base, and finalizers that must be qualified. */
export function validateObjectMeta(
  metadata: Metadata,
  rules: ObjectMetaRules,
  field = 'metadata',
): StatusCause[] {
  return [...validateBaseObjectMeta(metadata, rules, field), ...validateFinalizerDomains(metadata, field)];
}

/** The same of metadata that an update brings. */
export function validateObjectMetaUpdate(
  metadata: Metadata,
  old: Metadata,
  field = 'metadata',
): StatusCause[] {
  return [
    ...validateBaseObjectMetaUpdate(metadata, old, field),
    ...validateFinalizerDomains(metadata, field),
  ];
}

/** What every object is checked for, built-in or custom. */
export function validateBaseObjectMeta(
  metadata: Metadata,
  { namespaced, name }: ObjectMetaRules,
  field = 'metadata',
): StatusCause[] {
  return [
    ...validateName(metadata, name, field),
    ...validateNamespace(metadata.namespace ?? '', namespaced, field),
    ...((metadata.generation ?? 0) < 0
      ? [invalidValue(`${field}.generation`, metadata.generation, 'must be greater than or equal to 0')]
      : []),
    ...validateLabels(metadata.labels, `${field}.labels`),
    ...validateAnnotations(metadata.annotations, `${field}.annotations`),
    ...validateOwnerReferences(metadata.ownerReferences ?? [], `${field}.ownerReferences`),
    ...validateFinalizers(metadata.finalizers ?? [], `${field}.finalizers`),
    ...validateManagedFields(metadata.managedFields ?? [], `${field}.managedFields`),
  ];
}

function validateName(
  { name = '', generateName = '' }: Metadata,
  rule: NameRule,
  field: string,
): StatusCause[] {
  const ofPrefix =
    generateName === '' ? [] : malformed(`${field}.generateName`, generateName, rule(generateName, true));
  const ofName =
    name === ''
      ? [required(`${field}.name`, 'name or generateName is required')]
      : malformed(`${field}.name`, name, rule(name, false));
  return [...ofPrefix, ...ofName];
}

function validateNamespace(namespace: string, namespaced: boolean, field: string): StatusCause[] {
  if (!namespaced)
    return namespace === '' ? [] : [forbidden(`${field}.namespace`, 'not allowed on this type')];
  if (namespace === '') return [required(`${field}.namespace`)];
  return malformed(`${field}.namespace`, namespace, dnsLabel(namespace));
}

export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  field: string,
): StatusCause[] {
  const entries = Object.entries(annotations ?? {});
  const sizeBytes = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  return [
    ...entries.flatMap(([key]) => malformed(field, key, qualifiedName(key.toLowerCase()))),
    ...(sizeBytes > MAX_ANNOTATION_BYTES ? [tooLong(field, MAX_ANNOTATION_BYTES)] : []),
  ];
}

function validateOwnerReferences(owners: readonly OwnerReference[], field: string): StatusCause[] {
  const causes = owners.flatMap((owner) => validateOwnerReference(owner, field));
  const [controller, ...others] = owners
    .filter((owner) => owner.controller === true)
    .map(({ kind, name }) => `${kind}/${name}`);
  if (others.length === 0) return causes;
  const shown = owners.map(printableOwner);
  const ofOthers = others.slice(0, MAX_SHOWN_CONTROLLERS).map((name) => {
    const why = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
    return invalidValue(field, shown, why);
  });
  return [...causes, ...ofOthers];
}

function validateOwnerReference(owner: OwnerReference, field: string): StatusCause[] {
  const { apiVersion, kind, name, uid } = owner;
  const isEmpty = (member: string, value: string, why = 'must not be empty') =>
    value === '' ? [invalidValue(`${field}.${member}`, value, why)] : [];
  return [
    ...isEmpty('apiVersion', apiVersion, 'version must not be empty'),
    ...isEmpty('kind', kind),
    ...isEmpty('name', name),
    ...isEmpty('uid', uid),
    ...(apiVersion === 'v1' && kind === 'Event'
      ? [invalidValue(field, printableOwner(owner), '/v1, Kind=Event is disallowed from being an owner')]
      : []),
  ];
}

function printableOwner({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }: OwnerReference) {
  return { apiVersion, kind, name, uid, controller, blockOwnerDeletion };
}

function validateFinalizers(finalizers: readonly string[], field: string): StatusCause[] {
  const isContradiction = finalizers.includes('orphan') && finalizers.includes('foregroundDeletion');
  const why = 'finalizer orphan and foregroundDeletion cannot be both set';
  return [
    ...finalizers.flatMap((finalizer) => malformed(field, finalizer, qualifiedName(finalizer))),
    ...(isContradiction ? [invalidValue(field, finalizers, why)] : []),
  ];
}

function validateFinalizerDomains({ finalizers = [] }: Metadata, field: string): StatusCause[] {
  const why = 'name is neither a standard finalizer name nor is it fully qualified';
  return finalizers.flatMap((finalizer, i) =>
    finalizer.includes('/') || STANDARD_FINALIZERS.includes(finalizer)
      ? []
      : [invalidValue(`${field}.finalizers[${i}]`, finalizer, why)],
  );
}

function validateManagedFields(entries: readonly ManagedFieldsEntry[], field: string): StatusCause[] {
  return entries.flatMap(({ operation = '', fieldsType = '', manager = '', subresource = '' }, i) => {
    const entry = `${field}[${i}]`;
    return [
      ...(operation === 'Apply' || operation === 'Update'
        ? []
        : [invalidValue(`${entry}.operation`, operation, 'must be `Apply` or `Update`')]),
      ...(fieldsType === '' || fieldsType === 'FieldsV1'
        ? []
        : [invalidValue(`${entry}.fieldsType`, fieldsType, 'must be `FieldsV1`')]),
      ...(byteLength(manager) > MAX_MANAGER_BYTES ? [tooLong(`${entry}.manager`, MAX_MANAGER_BYTES)] : []),
      ...(byteLength(subresource) > MAX_SUBRESOURCE_BYTES
        ? [tooLong(`${entry}.subresource`, MAX_SUBRESOURCE_BYTES)]
        : []),
    ];
  });
}

const IMMUTABLE = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

/** What every update is checked for. Finalizers are judged by what they were: none can be added to what is going. */
export function validateBaseObjectMetaUpdate(
  metadata: Metadata,
  old: Metadata,
  field = 'metadata',
): StatusCause[] {
  const resourceVersion = metadata.resourceVersion ?? '';
  return [
    ...(old.deletionTimestamp === undefined ? [] : validateNoNewFinalizers(metadata, old, field)),
    ...(resourceVersion === ''
      ? [invalidValue(`${field}.resourceVersion`, resourceVersion, 'must be specified for an update')]
      : []),
    ...((metadata.generation ?? 0) < (old.generation ?? 0)
      ? [invalidValue(`${field}.generation`, metadata.generation ?? 0, 'must not be decremented')]
      : []),
    ...IMMUTABLE.flatMap((member) => validateImmutable(metadata[member], old[member], `${field}.${member}`)),
    ...validateLabels(metadata.labels, `${field}.labels`),
    ...validateAnnotations(metadata.annotations, `${field}.annotations`),
    ...validateOwnerReferences(metadata.ownerReferences ?? [], `${field}.ownerReferences`),
    ...validateManagedFields(metadata.managedFields ?? [], `${field}.managedFields`),
  ];
}

function validateNoNewFinalizers(metadata: Metadata, old: Metadata, field: string): StatusCause[] {
  const added = (metadata.finalizers ?? []).filter((finalizer) => !old.finalizers?.includes(finalizer));
  if (added.length === 0) return [];
  const list = [...new Set(added)].sort().map((finalizer) => JSON.stringify(finalizer));
  const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list.join(', ')}}`;
  return [forbidden(`${field}.finalizers`, why)];
}

/** Refuses any change of a field. `print` gives the value in the order in which messages show it. */
export function validateImmutable<T>(
  value: T,
  old: T,
  field: string,
  print: (value: T) => unknown = (same) => same,
): StatusCause[] {
  return isDeepStrictEqual(value, old) ? [] : [invalidValue(field, print(value), 'field is immutable')];
}
