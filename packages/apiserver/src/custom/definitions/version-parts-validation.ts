import type { StatusCause } from '@banyan/api';
import { invalidValue, required } from '../../kinds/fields/field-error.ts';
import { byteLength } from '../../kinds/fields/go-text.ts';
import type { ColumnDefinition, DefinitionSubresources, DefinitionVersion } from './definition.ts';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const MAX_WARNING_BYTES = 256;

export function validateColumns(columns: readonly ColumnDefinition[], path: string): StatusCause[] {
  return columns.flatMap((column, i) => validateColumn(column, `${path}[${i}]`));
}

function validateColumn(
  { name, type, format = '', jsonPath }: ColumnDefinition,
  path: string,
): StatusCause[] {
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  const formats = `must be one of ${COLUMN_FORMATS.join(',')}`;
  return [
    ...(name === '' ? [required(`${path}.name`)] : []),
    ...(type === '' ? [required(`${path}.type`, types)] : []),
    ...(type === '' || COLUMN_TYPES.includes(type) ? [] : [invalidValue(`${path}.type`, type, types)]),
    ...(format === '' || COLUMN_FORMATS.includes(format)
      ? []
      : [invalidValue(`${path}.format`, format, formats)]),
    ...simplePath(`${path}.JSONPath`, jsonPath),
  ];
}

export function validateSubresources(
  subresources: DefinitionSubresources | undefined,
  path: string,
): StatusCause[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = scale;
  return [
    ...pathBelow(`${path}.scale.specReplicasPath`, specReplicasPath, {
      roots: ['.spec.'],
      why: 'should be a json path under .spec',
    }),
    ...pathBelow(`${path}.scale.statusReplicasPath`, statusReplicasPath, {
      roots: ['.status.'],
      why: 'should be a json path under .status',
    }),
    ...(labelSelectorPath === ''
      ? []
      : pathBelow(`${path}.scale.labelSelectorPath`, labelSelectorPath, {
          roots: ['.spec.', '.status.'],
          why: 'should be a json path under either .spec or .status',
        })),
  ];
}

function pathBelow(
  field: string,
  path: string,
  { roots, why }: { roots: readonly string[]; why: string },
): StatusCause[] {
  const causes = simplePath(field, path);
  if (causes.length > 0) return causes;
  return roots.some((root) => path.startsWith(root)) ? [] : [invalidValue(field, path, why)];
}

function simplePath(field: string, path: string): StatusCause[] {
  if (path === '') return [required(field)];
  return path.startsWith('.')
    ? []
    : [invalidValue(field, path, 'must be a simple json path starting with .')];
}

export function validateDeprecation(
  { deprecated = false, deprecationWarning }: DefinitionVersion,
  path: string,
): StatusCause[] {
  if (deprecationWarning === undefined) return [];
  const field = `${path}.deprecationWarning`;
  const reasons = deprecated
    ? warningProblems(deprecationWarning)
    : ['can only be set for deprecated versions'];
  return reasons.map((why) => invalidValue(field, deprecationWarning, why));
}

function warningProblems(text: string): string[] {
  const problems: string[] = [];
  if (byteLength(text) > MAX_WARNING_BYTES) problems.push('must be <= 256 characters long');
  if (text === '') problems.push('must not be an empty string');
  const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.exec(text);
  if (unprintable !== null) {
    const index = byteLength(text.slice(0, unprintable.index));
    problems.push(
      `must only contain printable UTF-8 characters; non-printable character found at index ${index}`,
    );
  }
  return problems;
}
