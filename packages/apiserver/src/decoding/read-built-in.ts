import { formatApiVersion, type GoStruct, type GroupVersionKind, type KubeObject } from '@banyan/api';
import { quoted } from '../kinds/fields/go-text.ts';
import { DecodeError } from './decode-error.ts';
import type { DecodedBody } from './decoded-body.ts';
import { foundKind, identityOf } from './found-kind.ts';
import type { JsonNode } from './json/json-node.ts';
import { readExactly } from './typed/exact-reader.ts';
import { structOfKind } from './typed/go-objects.ts';
import { StrictFindings } from './typed/strict-findings.ts';
import { failureText } from './typed/type-mismatch.ts';
import { typeWriter } from './typed/type-writer.ts';

/** Kinds of these groups are served by servers of their own, which know no others, and which others do not know. */
const SERVED_APART = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/** What the real server calls all its registers of kinds in messages. */
const SCHEME = 'pkg/runtime/scheme.go:111';

/** Reads a body of a built-in kind with all that is odd about it. Throws DecodeErrors. */
export function readBuiltIn(node: JsonNode, expected: GroupVersionKind, text: () => string): DecodedBody {
  const found = foundKind(identityOf(node), expected);
  if (found.version === '') throw new DecodeError(`Object 'apiVersion' is missing in '${text()}'`, found);
  const struct = registeredStruct(found, expected);
  const findings = new StrictFindings();
  const result = readExactly(struct, node, findings);
  if ('failure' in result) throw new DecodeError(failureText(result.failure), found);
  requireConvertible(struct, found, expected);
  const writer = typeWriter(struct);
  const written = result.value === null ? writer.zero() : writer.write(result.value, { members: 0 });
  return { object: withIdentity(written as KubeObject, expected), found, findings: findings.texts };
}

/** The type of what a body says that it is, if whoever serves what is expected knows it. */
export function registeredStruct(found: GroupVersionKind, expected: GroupVersionKind): GoStruct {
  const struct = isServedWith(found.group, expected.group) ? structOfKind(found) : undefined;
  if (struct === undefined) throw notRegistered(found);
  return struct;
}

/** A kind can be had in other versions, not as another kind. */
export function requireConvertible(
  { text }: GoStruct,
  found: GroupVersionKind,
  expected: GroupVersionKind,
): void {
  if (found.kind === expected.kind && internalPackage(found.group) === internalPackage(expected.group))
    return;
  const target = `${internalPackage(expected.group)}.${expected.kind}`;
  throw new DecodeError(`converting (${text}) to (${target}): unknown conversion`, found);
}

/** What the body did not say, it is. */
export function withIdentity(object: KubeObject, { group, version, kind }: GroupVersionKind): KubeObject {
  const identity = { kind, apiVersion: formatApiVersion({ group, version }) };
  return Object.assign({ ...identity }, object, identity);
}

function isServedWith(group: string, other: string): boolean {
  return group === other || (!SERVED_APART.has(group) && !SERVED_APART.has(other));
}

export function notRegistered({ group, version, kind }: GroupVersionKind): DecodeError {
  const of = formatApiVersion({ group, version });
  const message = `no kind ${quoted(kind)} is registered for version ${quoted(of)} in scheme "${SCHEME}"`;
  return new DecodeError(message, { group, version, kind });
}

/** The package of a group's types inside of the real server. Events of both groups are of one type there. */
function internalPackage(group: string): string {
  if (group === '' || group === 'events.k8s.io') return 'core';
  return group.slice(0, group.includes('.') ? group.indexOf('.') : group.length);
}
