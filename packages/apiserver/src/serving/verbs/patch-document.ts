import type { JsonValue } from '@banyan/patch';
import { DecodeError } from '../../decoding/decode-error.ts';
import type { FieldValidation } from '../../decoding/decode-object.ts';
import { plainValue } from '../../decoding/json/json-node.ts';
import { JsonSyntaxError } from '../../decoding/json/json-syntax.ts';
import { parseJsonNodes } from '../../decoding/json/parse-json-nodes.ts';
import { readExactly } from '../../decoding/typed/exact-reader.ts';
import { StrictFindings } from '../../decoding/typed/strict-findings.ts';
import { yamlNodes, type YamlNodes } from '../../decoding/yaml/yaml-nodes.ts';
import { badRequest } from '../../errors/api-error.ts';

/** The body of a patch, and which of its keys are there twice. */
export interface PatchDocument {
  readonly value: JsonValue;
  readonly duplicates: readonly string[];
}

const ANYTHING = { kind: 'any', text: 'interface {}' } as const;

/** `before` is what the real server says first when it is no JSON: it differs from patch to patch. */
export function readJsonPatchDocument(bytes: Buffer, before: string): PatchDocument {
  try {
    const node = parseJsonNodes(bytes);
    const findings = new StrictFindings();
    const result = readExactly(ANYTHING, node, findings);
    const value = 'failure' in result ? plainValue(node) : result.value;
    return { value: (value ?? null) as JsonValue, duplicates: findings.texts };
  } catch (error) {
    const isOfText = error instanceof JsonSyntaxError || error instanceof DecodeError;
    throw isOfText ? badRequest(`${before}${error.message}`) : error;
  }
}

/** A configuration to apply: YAML, of which JSON is a part. */
export function readAppliedDocument(
  bytes: Buffer,
  fieldValidation: FieldValidation,
): { readonly value: JsonValue; readonly warnings: readonly string[] } {
  try {
    const { node, duplicates } = jsonWithoutDuplicates(bytes) ?? yamlNodes(bytes);
    const [duplicate] = duplicates;
    if (fieldValidation === 'Strict' && duplicate !== undefined) {
      throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${duplicate}`);
    }
    const value = plainValue(node) as JsonValue;
    requireMap(value);
    const lines = (duplicate ?? '').split('\n').slice(1);
    return { value, warnings: fieldValidation === 'Warn' ? lines.map((line) => line.trim()) : [] };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
  }
}

/** Most clients send JSON, which is read much faster as such. What is odd about it is for YAML to say. */
function jsonWithoutDuplicates(bytes: Buffer): YamlNodes | undefined {
  const OPENING_BRACE = 0x7b;
  if (bytes[0] !== OPENING_BRACE) return undefined;
  try {
    const node = parseJsonNodes(bytes);
    const findings = new StrictFindings();
    readExactly(ANYTHING, node, findings);
    return findings.texts.length === 0 ? { node, duplicates: [] } : undefined;
  } catch {
    return undefined;
  }
}

function requireMap(value: JsonValue): void {
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return;
  const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  throw badRequest(
    `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
  );
}
