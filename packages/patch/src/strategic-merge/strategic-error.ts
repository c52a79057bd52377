import type { JsonObject, JsonValue } from '../json-value.ts';
import { badRequest, internalError, PatchError, UNPROCESSABLE, type PatchErrorCode } from '../patch-error.ts';
import { goStringText, goText, goTypeName } from './go-text.ts';

/** A directive that is not written as it must be. */
export function badFormat(
  of: 'primitive list' | 'retainKeys' | 'setElementOrder list',
  path: string,
): PatchError {
  const message = `invalid patch format of ${of}`;
  return new PatchError(message, { code: 'malformed', path, status: badRequest(message) });
}

export function listOfLists(path: string): PatchError {
  return new PatchError('lists of lists are not supported', {
    code: 'bad-list',
    path,
    status: UNPROCESSABLE,
  });
}

export function missingMergeKey(item: JsonObject, mergeKey: string, path: string): PatchError {
  const message = `map: ${goText(item)} does not contain declared merge key: ${mergeKey}`;
  return unexplained('missing-merge-key', message, path);
}

export function wrongType(expected: 'list' | 'map', actual: JsonValue | undefined, path: string): PatchError {
  const expectedName = expected === 'list' ? '[]interface {}' : 'map[string]interface {}';
  return unexplained('wrong-type', `expected a ${expectedName}, but received a ${goTypeName(actual)}`, path);
}

export function unknownDirective(directive: JsonValue, patch: JsonObject, path: string): PatchError {
  const message = `unknown patch type: ${goStringText(directive)} in map: ${goText(patch)}`;
  return unexplained('malformed', message, path);
}

/** An error that the API server passes on as it is, with 500: the text is all that the client gets. */
export function unexplained(code: PatchErrorCode, message: string, path: string): PatchError {
  return new PatchError(message, { code, path, status: internalError(message) });
}
