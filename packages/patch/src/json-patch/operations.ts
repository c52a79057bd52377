import {
  isJsonArray,
  isJsonObject,
  jsonEqual,
  ownValue,
  setOwnValue,
  type JsonValue,
} from '../json-value.ts';
import type { PatchErrorCode } from '../patch-error.ts';
import type { Container, Draft } from './draft.ts';
import { goJsonBytes } from './go-json-bytes.ts';
import type { ReceivedOperation } from './operation.ts';
import { placeInList, pointerKeys } from './pointer.ts';

/** What the operations of one patch share. */
export interface PatchRun {
  readonly draft: Draft;
  readonly maxCopyBytes: number;
  copiedBytes: number;
}

export function applyAdd({ draft }: PatchRun, operation: ReceivedOperation): void {
  const { path } = operation;
  const message = `add operation does not apply: doc is missing path: "${path}": missing value`;
  const [container, key] = ownParent(draft, path) ?? missing(operation, message);
  const problem = insert(container, key, operation.value);
  if (problem !== undefined)
    throw operation.refuse('bad-index', `error in add for path: '${path}': ${problem}`);
}

export function applyRemove({ draft }: PatchRun, operation: ReceivedOperation): void {
  const { path } = operation;
  const message = `remove operation does not apply: doc is missing path: "${path}": missing value`;
  const [container, key] = ownParent(draft, path) ?? missing(operation, message);
  const problem = erase(container, key);
  if (problem !== undefined) {
    throw operation.refuse(absence(container), `error in remove for path: '${path}': ${problem}`);
  }
}

/** The API server lets `replace` add a key that an object does not have; of a list the index must exist. */
export function applyReplace({ draft }: PatchRun, operation: ReceivedOperation): void {
  const { path, value } = operation;
  if (path === '') {
    if (!isJsonObject(value) && !isJsonArray(value)) {
      throw operation.refuse('wrong-type', 'replace operation value must be object or array');
    }
    draft.replaceRoot(value);
    return;
  }
  const message = `replace operation does not apply: doc is missing path: ${path}: missing value`;
  const [container, key] = ownParent(draft, path) ?? missing(operation, message);
  if (!Array.isArray(container)) {
    setOwnValue(container, key, value);
    return;
  }
  const place = placeInList(key, container.length);
  if ('problem' in place) {
    const text = `replace operation does not apply: doc is missing key: ${path}: missing value`;
    throw operation.refuse('bad-index', text);
  }
  container[place.index] = value;
}

export function applyMove({ draft }: PatchRun, operation: ReceivedOperation): void {
  const { from } = operation;
  const fromMessage = `move operation does not apply: doc is missing from path: ${from}: missing value`;
  const [source, sourceKey] = ownParent(draft, from) ?? missing(operation, fromMessage);
  const value = look(source, sourceKey).value;
  const absent = erase(source, sourceKey);
  if (absent !== undefined) {
    throw operation.refuse(absence(source), `error in move for path: '${sourceKey}': ${absent}`);
  }
  const { path } = operation;
  const message = `move operation does not apply: doc is missing destination path: ${path}: missing value`;
  const [container, key] = ownParent(draft, path) ?? missing(operation, message);
  const problem = insert(container, key, value ?? null);
  if (problem !== undefined)
    throw operation.refuse('bad-index', `error in move for path: '${path}': ${problem}`);
}

/** A key that an object does not have is copied as null. */
export function applyCopy(run: PatchRun, operation: ReceivedOperation): void {
  const { draft } = run;
  const { from } = operation;
  const fromMessage = `copy operation does not apply: doc is missing from path: ${from}: missing value`;
  const [source, sourceKey] = parent(draft, from) ?? missing(operation, fromMessage);
  const found = look(source, sourceKey);
  if (found.problem !== undefined) {
    throw operation.refuse('bad-index', `error in copy for from: '${from}': ${found.problem}`);
  }
  const { path } = operation;
  const message = `copy operation does not apply: doc is missing destination path: ${path}: missing value`;
  const value = found.value ?? null;
  // Before the destination is made the draft's own: it may be inside of what is copied.
  draft.share(value);
  const [container, key] = ownParent(draft, path) ?? missing(operation, message);
  countCopy(run, operation, value);
  const problem = insert(container, key, value);
  if (problem !== undefined) {
    throw operation.refuse('bad-index', `error while adding value during copy: ${problem}`);
  }
}

/** A key that an object does not have equals null. */
export function applyTest({ draft }: PatchRun, operation: ReceivedOperation): void {
  const { path } = operation;
  let value: JsonValue | undefined = draft.root;
  if (path !== '') {
    const message = `test operation does not apply: is missing path: ${path}: missing value`;
    const [container, key] = parent(draft, path) ?? missing(operation, message);
    const found = look(container, key);
    if (found.problem !== undefined) {
      throw operation.refuse('bad-index', `error in test for path: '${path}': ${found.problem}`);
    }
    value = found.value;
  }
  if (!jsonEqual(value ?? null, operation.value)) {
    throw operation.refuse('test-failed', `testing value ${path} failed: test failed`);
  }
}

function countCopy(run: PatchRun, operation: ReceivedOperation, value: JsonValue): void {
  run.copiedBytes += value === null ? 0 : goJsonBytes(value);
  if (run.copiedBytes <= run.maxCopyBytes) return;
  throw operation.refuse(
    'copy-too-large',
    `Unable to complete the copy, the accumulated size increase of copy is ${run.copiedBytes}, exceeding the limit ${run.maxCopyBytes}`,
  );
}

function missing(operation: ReceivedOperation, message: string): never {
  throw operation.refuse('missing-path', message);
}

/** What an absent last key of a path means: nothing under that name, or no such place in the list. */
function absence(container: Container): PatchErrorCode {
  return Array.isArray(container) ? 'bad-index' : 'missing-path';
}

type ReadParent = readonly [readonly JsonValue[] | { readonly [key: string]: JsonValue }, string];

/** The list or object that holds the pointer's last key, and that key. */
function parent(draft: Draft, pointer: string): ReadParent | undefined {
  const keys = pointerKeys(pointer);
  const last = keys?.pop();
  if (keys === undefined || last === undefined) return undefined;
  const found = draft.find(keys);
  return isJsonObject(found) || isJsonArray(found) ? [found, last] : undefined;
}

function ownParent(draft: Draft, pointer: string): readonly [Container, string] | undefined {
  const keys = pointerKeys(pointer);
  const last = keys?.pop();
  if (keys === undefined || last === undefined) return undefined;
  const container = draft.own(keys);
  return container === undefined ? undefined : [container, last];
}

function look(container: ReadParent[0], key: string): { value?: JsonValue | undefined; problem?: string } {
  if (isJsonObject(container)) return { value: ownValue(container, key) };
  const place = placeInList(key, container.length);
  return 'problem' in place ? place : { value: container[place.index] };
}

function insert(container: Container, key: string, value: JsonValue): string | undefined {
  if (!Array.isArray(container)) {
    setOwnValue(container, key, value);
    return undefined;
  }
  if (key === '-') {
    container.push(value);
    return undefined;
  }
  const place = placeInList(key, container.length + 1);
  if ('problem' in place) {
    return place.problem.startsWith('strconv')
      ? `value was not a proper array index: '${key}': ${place.problem}`
      : place.problem;
  }
  container.splice(place.index, 0, value);
  return undefined;
}

function erase(container: Container, key: string): string | undefined {
  if (!Array.isArray(container)) {
    if (!Object.hasOwn(container, key)) return `Unable to remove nonexistent key: ${key}: missing value`;
    delete container[key];
    return undefined;
  }
  const place = placeInList(key, container.length);
  if ('problem' in place) return place.problem;
  container.splice(place.index, 1);
  return undefined;
}
