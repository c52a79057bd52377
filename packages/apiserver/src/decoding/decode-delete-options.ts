import type { KubeObject } from '@banyan/api';
import { badRequest } from '../errors/api-error.ts';
import { notRegistered } from './read-built-in.ts';
import type { BodyMediaType } from './decode-object.ts';
import { DecodeError } from './decode-error.ts';
import { foundKind, identityOf } from './found-kind.ts';
import { jsonNodes } from './json-body.ts';
import { readProtobufDeleteOptions } from './protobuf/read-protobuf.ts';
import { readExactly } from './typed/exact-reader.ts';
import { metaStruct } from './typed/go-objects.ts';
import { StrictFindings } from './typed/strict-findings.ts';
import { failureText } from './typed/type-mismatch.ts';
import { typeWriter } from './typed/type-writer.ts';
import { yamlNodes } from './yaml/yaml-nodes.ts';

/**
 * Reads the body of a delete: DeleteOptions, without a look for unknown fields. An empty body is for the caller to
 * tell. Throws an ApiError (400) with the real server's words.
 */
export function decodeDeleteOptions(bytes: Buffer, mediaType: BodyMediaType): Partial<KubeObject> {
  const expected = { group: '', version: 'v1', kind: 'DeleteOptions' };
  try {
    if (mediaType === 'protobuf') return readProtobufDeleteOptions(bytes);
    const node = mediaType === 'yaml' ? yamlNodes(bytes).node : jsonNodes(bytes);
    const found = foundKind(identityOf(node), expected);
    // Clients name the group that they delete from; any will do.
    if (found.kind !== expected.kind) throw notRegistered(found);
    const struct = metaStruct('DeleteOptions');
    const result = readExactly(struct, node, new StrictFindings());
    if ('failure' in result) throw new DecodeError(failureText(result.failure));
    return typeWriter(struct).write(result.value ?? {}, { members: 0 }) as Partial<KubeObject>;
  } catch (error) {
    throw error instanceof DecodeError ? badRequest(error.message) : error;
  }
}
