import { isUtf8 } from 'node:buffer';
import { formatApiVersion, type GroupVersionKind, type KubeObject } from '@banyan/api';
import { withIdentity } from './read-built-in.ts';
import type { DecodedBody } from './decoded-body.ts';
import { identityField } from './found-kind.ts';
import { MAX_KEPT_DEPTH } from './json/json-node.ts';
import { scanJson, type JsonFacts } from './json/scan-json.ts';
import { countMembers } from './typed/count-members.ts';
import { DOES_NOT_FIT } from './typed/custom-type.ts';
import { metaStruct, structOfKind } from './typed/go-objects.ts';
import { typeWriter } from './typed/type-writer.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads a body that is as it should be, with JSON.parse. Undefined for any other: wrong, with fields that are unknown
 * or there twice, or with something that JSON.parse does not read as Go does.
 */
export function readUsualBody(
  bytes: Buffer,
  expected: GroupVersionKind,
  isCustom: boolean,
): DecodedBody | undefined {
  const value = parsed(bytes);
  if (value === undefined || !isOf(value, expected)) return undefined;
  const facts = scanJson(bytes);
  if (facts.isOdd || facts.depth > MAX_KEPT_DEPTH) return undefined;
  try {
    const object = isCustom ? usualCustom(value, facts) : usualBuiltIn(value, expected, facts);
    return object === undefined ? undefined : { object, found: expected, findings: [] };
  } catch (error) {
    if (error === DOES_NOT_FIT) return undefined;
    throw error;
  }
}

function parsed(bytes: Buffer): Members | undefined {
  if (!isUtf8(bytes)) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Members)
      : undefined;
  } catch {
    return undefined;
  }
}

function isOf(value: Members, expected: GroupVersionKind): boolean {
  return value['kind'] === expected.kind && value['apiVersion'] === formatApiVersion(expected);
}

function usualBuiltIn(value: Members, expected: GroupVersionKind, facts: JsonFacts): KubeObject | undefined {
  const struct = structOfKind(expected);
  if (struct === undefined) return undefined;
  const tally = { members: 0 };
  const object = typeWriter(struct).write(value, tally) as KubeObject;
  return tally.members === facts.members ? withIdentity(object, expected) : undefined;
}

function usualCustom(value: Members, facts: JsonFacts): KubeObject | undefined {
  const { metadata } = value;
  const tally = { members: countMembers(value) };
  if (tally.members !== facts.members || Object.keys(value).some(isCapitalised)) return undefined;
  if (metadata === undefined) return value as KubeObject;
  if (metadata === null) return undefined;
  return { ...value, metadata: typeWriter(metaStruct('ObjectMeta')).write(metadata, tally) } as KubeObject;
}

/** A kind in other letters than `kind` counts for who looks for the kind alone. */
function isCapitalised(key: string): boolean {
  const field = identityField(key);
  return field !== undefined && field !== key;
}
