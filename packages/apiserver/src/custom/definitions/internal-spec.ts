import { isDeepStrictEqual } from 'node:util';
import { internalSchema } from '../schema/definition/internal-form.ts';
import type { ColumnDefinition, DefinitionSpec, DefinitionVersion } from './definition.ts';

type PerVersion = Pick<
  DefinitionVersion,
  'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields'
>;

/**
 * A spec as the real server looks at it: what all versions have in common stands at the top, and only there. Its
 * messages name fields by where they are in this form.
 */
export interface InternalSpec {
  readonly common: PerVersion;
  readonly versions: readonly DefinitionVersion[];
  /** The name of the first version. */
  readonly version: string;
}

const MOVED = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;

export function internalSpecOf({ versions }: Pick<DefinitionSpec, 'versions'>): InternalSpec {
  const [first, ...others] = versions ?? [];
  if (first === undefined) return { common: {}, versions: [], version: '' };
  const shared = MOVED.filter((field) => others.every((one) => isDeepStrictEqual(one[field], first[field])));
  const common = Object.fromEntries(shared.map((field) => [field, first[field]])) as PerVersion;
  const left = [first, ...others].map((version) => without(version, shared));
  return { common, versions: left, version: first.name };
}

function without(version: DefinitionVersion, fields: readonly (keyof PerVersion)[]): DefinitionVersion {
  const left = { ...version };
  for (const field of fields) delete (left as Partial<Record<string, unknown>>)[field];
  return left;
}

/** Versions as messages show them. */
export function printedVersions(versions: readonly DefinitionVersion[]): object[] {
  return versions.map((version) => ({
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: version.schema ? printedValidation(version.schema) : null,
    Subresources: version.subresources ? printedSubresources(version.subresources) : null,
    AdditionalPrinterColumns: version.additionalPrinterColumns?.map(printedColumn) ?? null,
    SelectableFields: version.selectableFields?.map(({ jsonPath }) => ({ JSONPath: jsonPath })) ?? null,
  }));
}

function printedValidation({ openAPIV3Schema: schema }: NonNullable<PerVersion['schema']>): object {
  return { OpenAPIV3Schema: schema === undefined ? null : internalSchema(schema) };
}

function printedSubresources({ status, scale }: NonNullable<PerVersion['subresources']>): object {
  return {
    Status: status ?? null,
    Scale: scale
      ? {
          SpecReplicasPath: scale.specReplicasPath,
          StatusReplicasPath: scale.statusReplicasPath,
          LabelSelectorPath: scale.labelSelectorPath ?? null,
        }
      : null,
  };
}

function printedColumn(column: ColumnDefinition): object {
  return {
    Name: column.name,
    Type: column.type,
    Format: column.format ?? '',
    Description: column.description ?? '',
    Priority: column.priority ?? 0,
    JSONPath: column.jsonPath,
  };
}
