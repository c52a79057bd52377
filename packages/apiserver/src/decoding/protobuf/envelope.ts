import type { GroupVersionKind } from '@banyan/api';
import { DecodeError } from '../decode-error.ts';
import type { Identity } from '../found-kind.ts';
import { WIRE, WireReader } from './wire-reader.ts';

/** What every object in protobuf begins with: `k8s` and a zero. */
export const PREFIX = Buffer.from('k8s\0');

/** How the object is encoded is said too, and never looked at. */
const FIELDS = [undefined, 'TypeMeta', 'Raw', 'ContentEncoding', 'ContentType'];

export interface Envelope {
  readonly identity: Identity;
  /** The object's own message; shares the memory of the body. */
  readonly raw: Buffer;
}

/** What is around every object in protobuf: what it says that it is. Throws DecodeErrors. */
export function readEnvelope(bytes: Buffer): Envelope {
  if (bytes.length === 0) throw new DecodeError('empty data');
  if (!bytes.subarray(0, PREFIX.length).equals(PREFIX))
    throw new DecodeError(
      `provided data does not appear to be a protobuf message, expected prefix [${PREFIX.join(' ')}]`,
    );
  if (bytes.length === PREFIX.length) throw new DecodeError('empty body');
  const reader = new WireReader(bytes.subarray(PREFIX.length));
  const identity = { apiVersion: '', kind: '' };
  let raw: Buffer = Buffer.alloc(0);
  reader.fields('Unknown', (field, wireType) => {
    const name = FIELDS[field];
    if (name === undefined) return false;
    requireBytes(wireType, name);
    if (field === 1) readIdentity(reader, identity);
    else if (field === 2) raw = reader.bytes();
    else reader.bytes();
    return true;
  });
  return { identity, raw };
}

function readIdentity(reader: WireReader, identity: { apiVersion: string; kind: string }): void {
  reader.message('TypeMeta', (field, wireType) => {
    if (field > 2) return false;
    requireBytes(wireType, field === 1 ? 'APIVersion' : 'Kind');
    if (field === 1) identity.apiVersion = reader.string();
    else identity.kind = reader.string();
    return true;
  });
}

function requireBytes(wireType: number, field: string): void {
  if (wireType !== WIRE.bytes)
    throw new DecodeError(`proto: wrong wireType = ${wireType} for field ${field}`);
}

/** With what it does not say taken from what the endpoint expects. An apiVersion that is none counts as not said. */
export function kindInEnvelope({ identity }: Envelope, expected: GroupVersionKind): GroupVersionKind {
  const parts = identity.apiVersion.split('/');
  const kind = identity.kind === '' ? expected.kind : identity.kind;
  const version = parts.at(-1) ?? '';
  if (parts.length > 2 || version === '') return { ...expected, kind };
  return { group: parts.length === 2 ? (parts[0] ?? '') : '', version, kind };
}
