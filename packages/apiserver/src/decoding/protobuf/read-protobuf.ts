import type { GoStruct, GroupVersionKind, KubeObject } from '@banyan/api';
import { DecodeError } from '../decode-error.ts';
import type { DecodedBody } from '../decoded-body.ts';
import { notRegistered, registeredStruct, requireConvertible, withIdentity } from '../read-built-in.ts';
import { metaStruct } from '../typed/go-objects.ts';
import { typeWriter } from '../typed/type-writer.ts';
import { kindInEnvelope, readEnvelope } from './envelope.ts';
import { readStruct } from './message-reader.ts';
import { WireReader } from './wire-reader.ts';

/** Reads a body of a built-in kind; fields that are unknown are not told. Throws DecodeErrors. */
export function readProtobuf(bytes: Buffer, expected: GroupVersionKind): DecodedBody {
  const envelope = readEnvelope(bytes);
  const found = kindInEnvelope(envelope, expected);
  const struct = registeredStruct(found, expected);
  const written = readMessage(struct, envelope.raw, found);
  requireConvertible(struct, found, expected);
  return { object: withIdentity(written, expected), found, findings: [] };
}

/** DeleteOptions, of whatever group. */
export function readProtobufDeleteOptions(bytes: Buffer): Partial<KubeObject> {
  const expected = { group: '', version: 'v1', kind: 'DeleteOptions' };
  const envelope = readEnvelope(bytes);
  const found = kindInEnvelope(envelope, expected);
  if (found.kind !== expected.kind) throw notRegistered(found);
  return readMessage(metaStruct('DeleteOptions'), envelope.raw, found);
}

/** In the form in which objects are written. */
function readMessage(struct: GoStruct, raw: Buffer, found: GroupVersionKind): KubeObject {
  try {
    return typeWriter(struct).write(readStruct(struct, new WireReader(raw)), { members: 0 }) as KubeObject;
  } catch (error) {
    throw error instanceof DecodeError ? new DecodeError(error.message, found) : error;
  }
}
