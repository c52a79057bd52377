import { FieldSet } from '../field-set/field-set.ts';
import type { FieldType } from './field-type.ts';

/**
 * A set that was written under an older schema, made to fit today's: where a list or map has become atomic
 * since, whoever owned something in it now owns it as a whole. (Atomic to granular needs no change.)
 */
export function reconcileFieldSet(type: FieldType | undefined, set: FieldSet): FieldSet {
  if (type === undefined || type.map?.deduced === true) return set;
  let changed = false;
  const nodes = [...set.entries()].map(([element, { member, children }]) => {
    const below = typeBelow(type, element);
    if (below === undefined || children === undefined) return [element, member, children] as const;
    if (isAtomic(below)) {
      changed = true;
      return [element, true, undefined] as const;
    }
    const fitting = reconcileFieldSet(below, children);
    changed ||= fitting !== children;
    return [element, member, fitting] as const;
  });
  return changed ? FieldSet.fromNodes(nodes) : set;
}

function isAtomic(type: FieldType): boolean {
  if (type.map !== undefined) return type.map.atomic;
  return type.scalar === undefined && type.list !== undefined && type.list.atomic;
}

function typeBelow(type: FieldType, element: string): FieldType | undefined {
  if (type.map !== undefined) {
    return element.startsWith('f:') ? type.map.fieldType(element.slice(2)) : undefined;
  }
  return type.scalar === undefined ? type.list?.items : undefined;
}
