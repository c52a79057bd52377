import { parseApiVersion, type GroupVersionKind, type KubeObject } from '@banyan/api';
import { DecodeError } from './decode-error.ts';
import type { DecodedBody } from './decoded-body.ts';
import { foundKind, identityOf } from './found-kind.ts';
import type { JsonMember, JsonNode } from './json/json-node.ts';
import { readExactly } from './typed/exact-reader.ts';
import { metaStruct } from './typed/go-objects.ts';
import { StrictFindings } from './typed/strict-findings.ts';
import { failureText } from './typed/type-mismatch.ts';
import { typeWriter } from './typed/type-writer.ts';

/** Reads a body of a kind that is not built in: everything stays as it is, apart from metadata. Throws DecodeErrors. */
export function readCustom(node: JsonNode, expected: GroupVersionKind, text: () => string): DecodedBody {
  const assumed = foundKind(identityOf(node), expected);
  const findings = new StrictFindings();
  const anything = { kind: 'any', text: 'interface {}' } as const;
  const result = readExactly({ kind: 'map', text: 'map[string]interface {}', of: anything }, node, findings);
  if ('failure' in result) throw new DecodeError(failureText(result.failure), assumed);
  const object = (result.value ?? {}) as Partial<KubeObject>;
  const { apiVersion = '', kind = '' } = object;
  const found = { ...parseApiVersion(apiVersion), kind };
  if (kind === '') throw new DecodeError(`Object 'Kind' is missing in '${text()}'`, found);
  const unknown = readMetadata(object, lastMember(node, 'metadata'), found);
  return { object: object as KubeObject, found, findings: [...findings.texts, ...unknown] };
}

/** Metadata is of a Go type for all kinds. Returns the fields that it does not have. */
function readMetadata(
  object: Partial<KubeObject>,
  node: JsonNode | undefined,
  found: GroupVersionKind,
): string[] {
  if (node === undefined) return [];
  const findings = new StrictFindings();
  const writer = typeWriter(metaStruct('ObjectMeta'));
  const result = readExactly(metaStruct('ObjectMeta'), sorted(node), findings);
  if ('failure' in result) throw new DecodeError(failureText(result.failure), found);
  const metadata = result.value === null ? writer.zero() : writer.write(result.value, { members: 0 });
  object.metadata = metadata as KubeObject['metadata'];
  return findings.texts.map((finding) => finding.replace('field "', 'field "metadata.'));
}

function lastMember(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object' ? node.members.findLast((member) => member.key === key)?.value : undefined;
}

/** The real server looks at metadata a second time, by then a map: without duplicates and in the order of keys. */
function sorted(node: JsonNode): JsonNode {
  if (node.kind === 'array') return { kind: 'array', items: node.items.map(sorted) };
  if (node.kind !== 'object') return node;
  const last = new Map(node.members.map(({ key, value }) => [key, value]));
  const members = [...last].map(([key, value]): JsonMember => ({ key, value: sorted(value) }));
  return { kind: 'object', members: members.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}
