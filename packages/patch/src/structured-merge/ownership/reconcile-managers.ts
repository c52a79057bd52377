import { reconcileFieldSet } from '../typed/reconcile-field-set.ts';
import type { Managers, Ownership } from './managed-fields.ts';
import type { Converter, VersionedObject } from './versioned-object.ts';

/** The managers with sets that fit today's schemas; those of versions that are gone are left out. */
export function reconcileManagers(managers: Managers, live: VersionedObject, converter: Converter): Managers {
  const reconciled = new Map<string, Ownership>();
  for (const [id, ownership] of managers) {
    const atVersion = converter.to(live, ownership.apiVersion);
    if (atVersion === undefined) continue;
    const fields = reconcileFieldSet(atVersion.type, ownership.fields);
    reconciled.set(id, fields === ownership.fields ? ownership : { ...ownership, fields });
  }
  return reconciled;
}
