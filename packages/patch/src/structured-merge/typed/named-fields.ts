import { FieldSet } from '../field-set/field-set.ts';
import type { FieldType } from './field-type.ts';

/**
 * The set with every field of the schema on the way to a member as a member too: `spec` of `spec.replicas`,
 * though not the keys of free maps. Pruning needs it, so that a struct left empty goes with its fields.
 */
export function withNamedFields(type: FieldType | undefined, set: FieldSet): FieldSet {
  const nodes = [...set.entries()].map(([element, { member, children }]) => {
    if (children === undefined) return [element, member, children] as const;
    const name = element.startsWith('f:') ? element.slice(2) : undefined;
    const named = name !== undefined && (type?.map?.isNamed(name) ?? false);
    return [element, member || named, withNamedFields(typeBelow(type, element, name), children)] as const;
  });
  return FieldSet.fromNodes(nodes);
}

function typeBelow(
  type: FieldType | undefined,
  element: string,
  name: string | undefined,
): FieldType | undefined {
  if (name !== undefined) return type?.map?.fieldType(name);
  return element.startsWith('k:') ? type?.list?.items : undefined;
}
