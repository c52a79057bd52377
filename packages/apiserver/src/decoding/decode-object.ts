import { formatApiVersion, type GroupVersionKind, type KubeObject } from '@banyan/api';
import { badRequest, type ApiError } from '../errors/api-error.ts';
import { readBuiltIn } from './read-built-in.ts';
import { readCustom } from './read-custom.ts';
import { DecodeError } from './decode-error.ts';
import { readProtobuf } from './protobuf/read-protobuf.ts';
import { readUsualBody } from './read-usual-body.ts';
import type { DecodedBody } from './decoded-body.ts';
import { jsonNodes } from './json-body.ts';
import { yamlNodes } from './yaml/yaml-nodes.ts';

/** What is done about fields that are unknown or there twice. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** In which form a body came. */
export type BodyMediaType = 'json' | 'yaml' | 'protobuf';

export interface DecodeOptions {
  /** Protobuf is for kinds that are built in. */
  readonly mediaType: BodyMediaType;
  /** What the endpoint takes. */
  readonly expected: GroupVersionKind;
  readonly fieldValidation: FieldValidation;
  /** Called with each of the warnings, also where the body is refused after them. */
  readonly warn?: (text: string) => void;
  /** Kinds of a CustomResourceDefinition; without it the kind is built in. */
  readonly custom?: CustomKind;
}

interface CustomKind {
  /**
   * Drops what the kind's schema does not have, and returns the paths of what it dropped (`spec.colour`), in order.
   * May throw a DecodeError, for what of the object cannot be read at all.
   */
  prune?(object: KubeObject): readonly string[];
}

export interface DecodedObject {
  /** In the form in which the real server would write it; new, the caller's to change. */
  readonly object: KubeObject;
  /** Texts for `Warning:` headers. */
  readonly warnings: readonly string[];
}

/** How much of a body is shown to who sent it. */
const EXCERPT_BYTES = 30;

/**
 * Reads the body of a create or an update as the real server does. Throws an ApiError (400) with its words for what
 * it would not read. Integers that a number cannot hold come out as bigint. Pure; a usual body costs little more
 * than JSON.parse.
 */
export function decodeObject(bytes: Buffer, options: DecodeOptions): DecodedObject {
  const { expected, fieldValidation } = options;
  try {
    const { object, found, findings } = readBody(bytes, options);
    const all = [...findings, ...unknownBySchema(object, found, options)];
    if (fieldValidation === 'Strict' && all.length > 0)
      throw new DecodeError(`strict decoding error: ${all.join(', ')}`, found);
    const warnings = fieldValidation === 'Warn' ? all.flatMap(warningsOf) : [];
    for (const warning of warnings) options.warn?.(warning);
    requireVersion(found, expected);
    return { object, warnings };
  } catch (error) {
    throw error instanceof DecodeError ? asApiError(error, bytes, expected) : error;
  }
}

function readBody(bytes: Buffer, { mediaType, expected, custom }: DecodeOptions): DecodedBody {
  const read = custom === undefined ? readBuiltIn : readCustom;
  const text = (): string => bytes.toString();
  if (mediaType === 'protobuf') return readProtobuf(bytes, expected);
  if (mediaType === 'yaml') {
    const { node, duplicates } = yamlNodes(bytes);
    const body = read(node, expected, text);
    return { ...body, findings: [...duplicates, ...body.findings] };
  }
  return readUsualBody(bytes, expected, custom !== undefined) ?? read(jsonNodes(bytes), expected, text);
}

/** Only a kind's own objects have its schema. */
function unknownBySchema(object: KubeObject, found: GroupVersionKind, options: DecodeOptions): string[] {
  const { expected, custom } = options;
  if (custom?.prune === undefined || found.kind !== expected.kind || found.group !== expected.group)
    return [];
  try {
    return custom.prune(object).map((path) => `unknown field "${path}"`);
  } catch (error) {
    throw error instanceof DecodeError ? new DecodeError(error.message, found) : error;
  }
}

function requireVersion(found: GroupVersionKind, expected: GroupVersionKind): void {
  const [is, should] = [formatApiVersion(found), formatApiVersion(expected)];
  if (is === should) return;
  throw badRequest(`the API version in the data (${is}) does not match the expected API version (${should})`);
}

/** What YAML has twice is one finding with a line for each. */
function warningsOf(finding: string): string[] {
  const [first = '', ...lines] = finding.split('\n');
  return first === 'yaml: unmarshal errors:' ? lines.map((line) => line.trim()) : [finding];
}

function asApiError({ message, found }: DecodeError, bytes: Buffer, { kind }: GroupVersionKind): ApiError {
  if (found !== undefined && found.kind !== '')
    return badRequest(
      `${found.kind} in version "${found.version}" cannot be handled as a ${kind}: ${message}`,
    );
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${message} (${excerpt(bytes)})`,
  );
}

/** The beginning: as text if it may be JSON, in hexadecimal digits if not. */
function excerpt(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>';
  const start = bytes.subarray(0, EXCERPT_BYTES).toString(bytes[0] === 0x7b ? 'utf8' : 'hex');
  return bytes.length > EXCERPT_BYTES ? `${start} ...` : start;
}
