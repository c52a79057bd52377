import type { ObjectKey } from '../../cluster/cluster-objects.ts';
import type { Place } from './dependents.ts';

/** A place as the key of a reconciler that deals with every kind: the table first, then the object's own key. */
export function placeKey({ table, key: { namespace, name } }: Place): ObjectKey {
  return { namespace: table, name: namespace === undefined ? name : `${namespace}/${name}` };
}

export function parsePlace({ namespace: table = '', name }: ObjectKey): Place {
  const slash = name.indexOf('/');
  if (slash < 0) return { table, key: { name } };
  return { table, key: { namespace: name.slice(0, slash), name: name.slice(slash + 1) } };
}
