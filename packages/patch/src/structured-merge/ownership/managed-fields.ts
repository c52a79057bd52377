import type { FieldSet } from '../field-set/field-set.ts';
import { decodeFieldsV1, encodeFieldsV1, type FieldsV1 } from '../field-set/fields-v1.ts';
import { compareText, goJson } from '../field-set/go-text.ts';
import { ApplyError } from './apply-error.ts';

/** One entry of `metadata.managedFields`, as it is on the wire. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: 'FieldsV1';
  readonly fieldsV1?: FieldsV1;
  readonly subresource?: string;
}

/** What one manager owns. */
export interface Ownership {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

export type ManagerIdentity = Pick<Ownership, 'manager' | 'operation' | 'apiVersion' | 'subresource'>;

/**
 * The text that tells managers apart: one entry per name, operation and subresource; and for updates per
 * apiVersion, where one who applies has a single entry that moves along with the version he applies in.
 */
export function managerId({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  const id: Record<string, string> = {};
  if (manager !== '') id['manager'] = manager;
  id['operation'] = operation;
  if (operation === 'Update') id['apiVersion'] = apiVersion;
  if (subresource !== '') id['subresource'] = subresource;
  return goJson(id);
}

export type Managers = ReadonlyMap<string, Ownership>;

/** Throws an ApplyError when an entry is not one that the API server would have written. */
export function decodeManagedFields(entries: readonly ManagedFieldsEntry[]): Managers {
  const managers = new Map<string, Ownership>();
  for (const [index, entry] of entries.entries()) {
    const ownership = decodeEntry(entry, index);
    managers.set(managerId(ownership), ownership);
  }
  return managers;
}

function decodeEntry(entry: ManagedFieldsEntry, index: number): Ownership {
  const { manager = '', operation, apiVersion = '', time, subresource = '' } = entry;
  if (operation !== 'Apply' && operation !== 'Update')
    throw badEntry('operation must be `Apply` or `Update`');
  if (apiVersion === '') throw badEntry('apiVersion must not be empty');
  const type: string | undefined = entry.fieldsType;
  if (type === undefined || type === '') {
    throw badEntry(`missing fieldsType in managed fields entry ${index}`);
  }
  if (type !== 'FieldsV1') throw badEntry(`invalid fieldsType "${type}" in managed fields entry ${index}`);
  try {
    const fields = decodeFieldsV1(entry.fieldsV1 ?? {});
    return { manager, operation, apiVersion, subresource, time, fields };
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw badEntry(`error decoding set of managed fields entry ${index}: ${cause.message}`);
  }
}

function badEntry(what: string): ApplyError {
  return new ApplyError('bad-managed-fields', {
    code: 500,
    reason: '',
    message: `failed to decode managed fields: ${what}`,
  });
}

/** In the order of the API server: who applies first, then by time, name, version and subresource. */
export function encodeManagedFields(managers: Managers): ManagedFieldsEntry[] {
  return [...managers.values()].sort(compareOwnership).map(encodeEntry);
}

function encodeEntry(ownership: Ownership): ManagedFieldsEntry {
  const { manager, operation, apiVersion, subresource, time, fields } = ownership;
  return {
    ...(manager !== '' && { manager }),
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: encodeFieldsV1(fields),
    ...(subresource !== '' && { subresource }),
  };
}

function compareOwnership(left: Ownership, right: Ownership): number {
  return (
    compareText(left.operation, right.operation) ||
    timeSeconds(left.time) - timeSeconds(right.time) ||
    compareText(left.manager, right.manager) ||
    compareText(left.apiVersion, right.apiVersion) ||
    compareText(left.subresource, right.subresource)
  );
}

/** Entries without a time sort first, with the beginning of time. */
export function timeSeconds(time: string | undefined): number {
  return time === undefined ? 0 : Math.floor(Date.parse(time) / 1000);
}
