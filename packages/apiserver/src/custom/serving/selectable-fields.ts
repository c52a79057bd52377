import type { KubeObject } from '@banyan/api';
import type { ResourceStrategy } from '../../registry/served-resource.ts';
import type { SelectableField } from '../definitions/definition.ts';
import { compileJsonPath } from '../schema/json-path.ts';

/** Undefined: the definition names none. */
export function selectableFieldsOf(
  fields: readonly SelectableField[],
): ResourceStrategy['selectableFields'] | undefined {
  if (fields.length === 0) return undefined;
  const compiled = fields.map(({ jsonPath }) => ({
    name: jsonPath.replace(/^\./, ''),
    find: compileJsonPath(jsonPath),
  }));
  return (object: Readonly<KubeObject>) =>
    Object.fromEntries(compiled.map(({ name, find }) => [name, textOf(find(object)[0])]));
}

function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return '';
  }
}
