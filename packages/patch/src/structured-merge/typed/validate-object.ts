import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json-value.ts';
import { goFormat } from '../field-set/go-text.ts';
import { elementText, fieldElement, type PathElement } from '../field-set/path-element.ts';
import { shapeOf, type FieldType, type ListType, type MapType, type ScalarType } from './field-type.ts';
import { ListItemError, listItemElement } from './list-item-element.ts';

/**
 * What keeps an object from being merged by its type, in the API server's words; empty when nothing does.
 * `duplicates`: whether lists may name an item twice, as stored objects do and configurations must not.
 */
export function validateObject(
  type: FieldType,
  object: JsonObject,
  duplicates: 'allowed' | 'refused',
): readonly string[] {
  return new Validation(duplicates === 'allowed').validate(type, object).map(describe);
}

/** Several problems as one text. */
export function problemsText(problems: readonly string[]): string {
  if (problems.length <= 1) return problems[0] ?? '';
  return ['errors:', ...problems.map((problem) => `  ${problem}`)].join('\n');
}

interface Problem {
  readonly path: string;
  readonly what: string;
}

const UNDECLARED: Problem = { path: '', what: 'field not declared in schema' };
const NONE: readonly Problem[] = [];

function describe({ path, what }: Problem): string {
  return path === '' ? what : `${path}: ${what}`;
}

class Validation {
  readonly #allowDuplicates: boolean;

  constructor(allowDuplicates: boolean) {
    this.#allowDuplicates = allowDuplicates;
  }

  validate(type: FieldType, value: JsonValue): readonly Problem[] {
    const shape = shapeOf(type, value);
    if (shape === 'none') return [{ path: '', what: 'schema error: invalid atom: inlined' }];
    if (value === null) return NONE;
    if (shape === 'map' && type.map !== undefined) {
      if (!isJsonObject(value)) return [{ path: '', what: `expected map, got ${pointerTo(value)}` }];
      return this.#fields(type.map, value);
    }
    if (shape === 'list' && type.list !== undefined) {
      if (!isJsonArray(value)) return [{ path: '', what: `expected list, got ${pointerTo(value)}` }];
      return this.#items(type.list, value);
    }
    const what = type.scalar === undefined ? undefined : scalarProblem(type.scalar, value);
    return what === undefined ? NONE : [{ path: '', what }];
  }

  /** The first field that the schema does not know ends it, as on the server. */
  #fields(map: MapType, value: JsonObject): readonly Problem[] {
    const problems: Problem[] = [];
    for (const [name, inner] of Object.entries(value)) {
      const type = map.fieldType(name);
      if (type === undefined) {
        return [...problems, ...below(fieldElement(name), [UNDECLARED])];
      }
      const found = this.validate(type, inner);
      if (found.length > 0) problems.push(...below(fieldElement(name), found));
    }
    return problems;
  }

  #items(list: ListType, value: readonly JsonValue[]): readonly Problem[] {
    if (list.atomic) {
      return value.flatMap((item, index) => below(`i:${index}`, this.validate(list.items, item)));
    }
    const seen = new Set<string>();
    const problems: Problem[] = [];
    for (const [index, item] of value.entries()) {
      const element = elementOrProblem(list, item);
      if (element instanceof ListItemError) {
        return [...problems, { path: '', what: `element ${index}: ${element.message}` }];
      }
      if (seen.has(element) && !this.#allowDuplicates) {
        problems.push({ path: '', what: `duplicate entries for key ${elementText(element)}` });
      }
      seen.add(element);
      const found = this.validate(list.items, item);
      if (found.length > 0) problems.push(...below(element, found));
    }
    return problems;
  }
}

function below(element: PathElement, problems: readonly Problem[]): readonly Problem[] {
  if (problems.length === 0) return problems;
  const prefix = elementText(element);
  return problems.map(({ path, what }) => ({ path: `${prefix}${path}`, what }));
}

function elementOrProblem(list: ListType, item: JsonValue): string | ListItemError {
  try {
    return listItemElement(list, item);
  } catch (error) {
    if (error instanceof ListItemError) return error;
    throw error;
  }
}

function scalarProblem(scalar: ScalarType, value: JsonValue): string | undefined {
  switch (scalar) {
    case 'numeric':
      return typeof value === 'number' || typeof value === 'bigint'
        ? undefined
        : `expected numeric (int or float), got ${goTypeName(value)}`;
    case 'string':
      return typeof value === 'string'
        ? undefined
        : `expected string, got &value.valueUnstructured{Value:${goFormat(value)}}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected boolean, got ${pointerTo(value)}`;
    case 'untyped':
      return typeof value === 'object' ? `expected any scalar, got ${pointerTo(value)}` : undefined;
  }
}

function pointerTo(value: JsonValue): string {
  return `&{${goFormat(value)}}`;
}

function goTypeName(value: JsonValue): string {
  if (isJsonArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  return typeof value === 'boolean' ? 'bool' : 'string';
}
