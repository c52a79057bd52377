import { parseApiVersion, type GoStruct, type KubeObject } from '@banyan/api';
import { metaStruct, structOfKind } from '../typed/go-objects.ts';
import { PREFIX } from './envelope.ts';
import { writeStruct } from './message-writer.ts';
import { WireWriter } from './wire-writer.ts';

/**
 * An object, a list or a Status as the real server writes it, byte for byte. Undefined for what has no form in
 * protobuf: custom kinds.
 */
export function writeProtobuf(answer: object): Buffer | undefined {
  const { apiVersion = '', kind = '' } = answer as Partial<KubeObject>;
  const struct = structOf(apiVersion, kind);
  if (struct === undefined) return undefined;
  const out = new WireWriter();
  // How the object is encoded, in ways that nobody uses.
  out.string(4, '');
  out.string(3, '');
  out.message(2, () => writeStruct(struct, out, answer as Record<string, unknown>));
  out.message(1, () => {
    out.string(2, kind);
    out.string(1, apiVersion);
  });
  return Buffer.concat([PREFIX, out.finish()]);
}

function structOf(apiVersion: string, kind: string): GoStruct | undefined {
  if (kind === 'Status' && apiVersion === 'v1') return metaStruct('Status');
  return structOfKind({ ...parseApiVersion(apiVersion), kind });
}
