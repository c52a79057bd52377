import { applyJsonPatch, type JsonValue } from '@banyan/patch';
import { patchJsonText } from './json-field.ts';
import { pointerKeys, valueAt } from '../pointer/json-pointer.ts';
import { OverrideProblem } from './override-problem.ts';
import { patchYamlText } from './yaml-field.ts';

export interface FieldPatch {
  readonly path: string;
  readonly format: 'YAML' | 'JSON';
  readonly patch: (content: JsonValue) => JsonValue;
}

/** Patches the text in a field of the object. An empty text stays empty: there is nothing to patch in it. */
export function patchField(object: JsonValue, { path, format, patch }: FieldPatch): JsonValue {
  const text = valueAt(object, pointerKeys(path));
  if (text === undefined) throw new OverrideProblem('there is no such field', path);
  if (typeof text !== 'string') throw new OverrideProblem('the field is not a text', path);
  if (text.trim() === '') return object;
  const value = patchText({ path, format, patch }, text);
  return value === text ? object : applyJsonPatch(object, [{ op: 'replace', path, value }]);
}

function patchText({ path, format, patch }: FieldPatch, text: string): string {
  try {
    return format === 'YAML' ? patchYamlText(text, patch) : patchJsonText(text, patch);
  } catch (error) {
    if (!(error instanceof OverrideProblem)) throw error;
    throw new OverrideProblem(error.message, path);
  }
}
