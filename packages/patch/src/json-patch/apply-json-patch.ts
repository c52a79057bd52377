import { isJsonArray, isJsonObject, ownValue, type JsonValue } from '../json-value.ts';
import { badRequest, PatchError } from '../patch-error.ts';
import { Draft } from './draft.ts';
import { ReceivedOperation } from './operation.ts';
import {
  applyAdd,
  applyCopy,
  applyMove,
  applyRemove,
  applyReplace,
  applyTest,
  type PatchRun,
} from './operations.ts';

export interface JsonPatchLimits {
  /** The API server's is 10,000. */
  readonly maxOperations?: number;
  /** Bytes that all copies of one patch may add, as encoded; the API server's is 3 MiB, a request's size. */
  readonly maxCopyBytes?: number;
}

const MAX_OPERATIONS = 10_000;
const MAX_COPY_BYTES = 3 * 1024 * 1024;

const APPLY: ReadonlyMap<string, (run: PatchRun, operation: ReceivedOperation) => void> = new Map([
  ['add', applyAdd],
  ['remove', applyRemove],
  ['replace', applyReplace],
  ['move', applyMove],
  ['copy', applyCopy],
  ['test', applyTest],
]);

/**
 * Applies a JSON patch (RFC 6902) as the API server does, all of it or nothing.
 * `patch` is the parsed body: `JsonPatchOperation[]` if it is one. Throws `PatchError`.
 */
export function applyJsonPatch(
  document: JsonValue,
  patch: JsonValue,
  limits: JsonPatchLimits = {},
): JsonValue {
  const operations = decodeOperations(patch);
  const { maxOperations = MAX_OPERATIONS, maxCopyBytes = MAX_COPY_BYTES } = limits;
  if (operations.length > maxOperations) {
    const message = `Request entity too large: The allowed maximum operations in a JSON patch is ${maxOperations}, got ${operations.length}`;
    const status = { code: 413, reason: 'RequestEntityTooLarge', message } as const;
    throw new PatchError(message, { code: 'too-many-operations', path: '', status });
  }
  const run: PatchRun = { draft: new Draft(document), maxCopyBytes, copiedBytes: 0 };
  for (const operation of operations) {
    const apply = APPLY.get(operation.op);
    if (apply === undefined) throw operation.refuse('unknown-operation', `Unexpected kind: ${operation.op}`);
    apply(run, operation);
  }
  return run.draft.root;
}

function decodeOperations(patch: JsonValue): ReceivedOperation[] {
  if (patch === null) return [];
  if (!isJsonArray(patch))
    throw undecodable(`json: cannot unmarshal ${goType(patch)} into Go value of type []handlers.jsonPatchOp`);
  return patch.map((fields, number) => {
    checkFields(fields, number);
    return new ReceivedOperation(fields, number);
  });
}

function checkFields(fields: JsonValue, number: number): void {
  if (fields === null) return;
  if (!isJsonObject(fields)) {
    throw undecodable(
      `json: cannot unmarshal ${goType(fields)} into Go value of type handlers.jsonPatchOp`,
      number,
    );
  }
  for (const field of ['op', 'path', 'from']) {
    const value = ownValue(fields, field) ?? '';
    if (typeof value === 'string') continue;
    throw undecodable(
      `json: cannot unmarshal ${goType(value)} into Go struct field jsonPatchOp.${field} of type string`,
      number,
    );
  }
}

function undecodable(message: string, operation?: number): PatchError {
  const text = `error decoding patch: ${message}`;
  return new PatchError(text, { code: 'malformed', path: '', status: badRequest(text), operation });
}

/** What the API server's decoder calls a value. */
function goType(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
