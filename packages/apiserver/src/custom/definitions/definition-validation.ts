import { isDeepStrictEqual } from 'node:util';
import type { StatusCause } from '@banyan/api';
import { invalidValue, notSupported, required } from '../../kinds/fields/field-error.ts';
import { dns1035Label, dnsSubdomain, subdomainName, type NameRule } from '../../kinds/fields/name-format.ts';
import {
  validateImmutable,
  validateBaseObjectMeta,
  validateBaseObjectMetaUpdate,
} from '../../kinds/fields/object-meta-validation.ts';
import { structuralProblems } from '../schema/structural-problems.ts';
import { validateApproval } from './api-approval.ts';
import { validateConversion } from './conversion-validation.ts';
import { isTrue } from './definition-conditions.ts';
import { versionsOf, type Definition, type DefinitionSpec, type DefinitionVersion } from './definition.ts';
import { internalSpecOf, printedVersions, type InternalSpec } from './internal-spec.ts';
import { requireNames, validateNames } from './names-validation.ts';
import { validateSelectableFields } from './selectable-fields-validation.ts';
import { validateColumns, validateDeprecation, validateSubresources } from './version-parts-validation.ts';

const TOP_FIELDS = 'spec.selectableFields';

/** Everything about a new definition. */
export function validateDefinition(definition: Readonly<Definition>): StatusCause[] {
  const { metadata, spec } = definition;
  const name: NameRule = (text, isPrefix) => [
    ...subdomainName(text, isPrefix),
    ...(text === `${spec.names.plural}.${spec.group}` ? [] : ['must be spec.names.plural+"."+spec.group']),
  ];
  return [
    ...validateBaseObjectMeta(metadata, { namespaced: false, name }),
    ...validateSpec(spec, undefined),
    ...validateRest(definition, undefined),
  ];
}

export function validateDefinitionUpdate(
  definition: Readonly<Definition>,
  old: Readonly<Definition>,
): StatusCause[] {
  const { spec } = definition;
  const isEstablished = isTrue(old, 'Established');
  return [
    ...validateBaseObjectMetaUpdate(definition.metadata, old.metadata),
    ...validateSpec(spec, old.spec),
    ...(isEstablished ? validateImmutable(spec.scope, old.spec.scope, 'spec.scope') : []),
    ...(isEstablished ? validateImmutable(spec.names.kind, old.spec.names.kind, 'spec.names.kind') : []),
    ...validateImmutable(spec.group, old.spec.group, 'spec.group'),
    ...validateImmutable(spec.names.plural, old.spec.names.plural, 'spec.names.plural'),
    ...validateRest(definition, old),
  ];
}

function validateRest(
  definition: Readonly<Definition>,
  old: Readonly<Definition> | undefined,
): StatusCause[] {
  const why =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [
    ...validateNames(definition.status.acceptedNames, 'status.acceptedNames'),
    ...validateStoredVersions(definition),
    ...validateApproval(definition, old),
    ...(definition.spec.preserveUnknownFields === true
      ? [invalidValue('spec.preserveUnknownFields', true, why)]
      : []),
  ];
}

function validateStoredVersions(definition: Readonly<Definition>): StatusCause[] {
  const field = 'status.storedVersions';
  const stored = definition.status.storedVersions ?? [];
  if (stored.length === 0) return [invalidValue(field, null, 'must have at least one stored version')];
  const left = new Map(stored.map((name, i) => [name, i]));
  // A version that is there twice counts once.
  const unnamed = versionsOf(definition).filter(({ name, storage }) => !left.delete(name) && storage);
  return [
    ...unnamed.map(({ name }) => invalidValue(field, stored, `must have the storage version ${name}`)),
    ...Array.from(left, ([name, i]) => invalidValue(`${field}[${i}]`, name, stillStored(name))),
  ];
}

function stillStored(name: string): string {
  return `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
}

function validateSpec(spec: DefinitionSpec, old: DefinitionSpec | undefined): StatusCause[] {
  const internal = internalSpecOf(spec);
  const { common, versions, version } = internal;
  const hasAnyStatus = [common, ...versions].some(({ subresources }) => subresources?.status !== undefined);
  return [
    ...validateGroup(spec.group),
    ...validateScope(spec.scope),
    ...requireSchemas(internal),
    ...versions.flatMap((one, i) => validateVersion(one, i, { common, old })),
    ...validateSetOfVersions(versions),
    ...labelCauses('spec.version', version, version === ''),
    ...requireNames(spec.names),
    ...validateNames(spec.names, 'spec.names'),
    ...validateSchema(common, 'spec.validation', { hasStatus: hasAnyStatus, old, version }),
    ...validateSubresources(common.subresources, 'spec.subresources'),
    ...validateColumns(common.additionalPrinterColumns ?? [], 'spec.additionalPrinterColumns'),
    ...validateFields(common, TOP_FIELDS),
    ...validateConversion(spec),
  ];
}

function validateGroup(group: string): StatusCause[] {
  if (group === '') return [required('spec.group')];
  const reasons = dnsSubdomain(group);
  if (reasons.length > 0) return [invalidValue('spec.group', group, reasons.join(','))];
  return group.includes('.')
    ? []
    : [invalidValue('spec.group', group, 'should be a domain with at least one dot')];
}

function validateScope(scope: string): StatusCause[] {
  if (scope === '') return [required('spec.scope')];
  const scopes = ['Cluster', 'Namespaced'];
  return scopes.includes(scope) ? [] : [notSupported('spec.scope', scope, scopes)];
}

function requireSchemas({ common, versions }: InternalSpec): StatusCause[] {
  if (common.schema?.openAPIV3Schema !== undefined) return [];
  return versions.flatMap(({ schema }, i) =>
    schema?.openAPIV3Schema === undefined ? [required(`spec.versions[${i}].schema.openAPIV3Schema`)] : [],
  );
}

function validateVersion(
  version: DefinitionVersion,
  index: number,
  { common, old }: { common: InternalSpec['common']; old: DefinitionSpec | undefined },
): StatusCause[] {
  const path = `spec.versions[${index}]`;
  const { status } = common.subresources ?? version.subresources ?? {};
  return [
    ...labelCauses(`${path}.name`, version.name),
    ...validateDeprecation(version, path),
    ...validateSchema(version, `${path}.schema`, {
      hasStatus: status !== undefined,
      old,
      version: version.name,
    }),
    ...validateSubresources(version.subresources, `${path}.subresources`),
    ...validateColumns(version.additionalPrinterColumns ?? [], `${path}.additionalPrinterColumns`),
    ...validateFields(version, `${path}.selectableFields`),
  ];
}

function labelCauses(field: string, name: string, isLeftOut = false): StatusCause[] {
  const reasons = isLeftOut ? [] : dns1035Label(name);
  return reasons.length === 0 ? [] : [invalidValue(field, name, reasons.join(','))];
}

interface SchemaContext {
  readonly hasStatus: boolean;
  readonly old: DefinitionSpec | undefined;
  readonly version: string;
}

/** A schema that was there before was looked at then. */
function validateSchema(
  { schema }: Pick<DefinitionVersion, 'schema'>,
  path: string,
  { hasStatus, old, version }: SchemaContext,
): StatusCause[] {
  const props = schema?.openAPIV3Schema;
  if (props === undefined) return [];
  const before = old?.versions?.find(({ name }) => name === version);
  const isKnown =
    isDeepStrictEqual(before?.schema, schema) &&
    old?.versions?.every(({ subresources }) => (subresources?.status !== undefined) === hasStatus) === true;
  return isKnown ? [] : structuralProblems(props, `${path}.openAPIV3Schema`, { hasStatus });
}

/** The real server looks for the schema where the fields are: in the version, or at the top. */
function validateFields(
  { schema, selectableFields = [] }: Pick<DefinitionVersion, 'schema' | 'selectableFields'>,
  path: string,
): StatusCause[] {
  if (selectableFields.length === 0) return [];
  const props = schema?.openAPIV3Schema;
  const isTop = path === TOP_FIELDS;
  if (isTop ? schema === undefined : props === undefined) {
    const unless = isTop ? 'validations.schema is' : '`version.schema.openAPIV3Schema` is not';
    return [invalidValue(path, '', `may only be set when ${unless} included`)];
  }
  return validateSelectableFields(selectableFields, props ?? {}, path);
}

function validateSetOfVersions(versions: readonly DefinitionVersion[]): StatusCause[] {
  const causes: StatusCause[] = [];
  const refuse = (why: string) => causes.push(invalidValue('spec.versions', printedVersions(versions), why));
  if (new Set(versions.map(({ name }) => name)).size < versions.length)
    refuse('must contain unique version names');
  if (versions.filter(({ storage }) => storage).length !== 1)
    refuse('must have exactly one version marked as storage version');
  return causes;
}
