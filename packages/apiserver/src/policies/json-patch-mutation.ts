import { applyJsonPatch, isPatchError, type JsonObject, type JsonValue } from '@banyan/patch';
import { Message } from '../custom/schema/rules/library/messages.ts';
import { toJson } from './expressions/dynamic-values.ts';
import { misnamedTypes } from './message-type-names.ts';
import { MutationProblem } from './mutation-problem.ts';

/** An object after the operations that an expression made; as it was if one of their tests fails. */
export function jsonPatched(object: JsonObject, operations: unknown): JsonObject {
  const patch = (Array.isArray(operations) ? operations : []).map(operationOf);
  try {
    return applyJsonPatch(object, patch) as JsonObject;
  } catch (error) {
    if (!isPatchError(error)) throw error;
    if (error.code === 'test-failed') return object;
    throw new MutationProblem(`JSON Patch: ${error.message}`);
  }
}

function operationOf(operation: unknown): JsonValue {
  const fields = operation instanceof Message ? Message.fieldsOf(operation) : new Map<string, unknown>();
  const from = textOf(fields.get('from'));
  const value = fields.get('value');
  const misnamed = misnamedTypes(value);
  if (misnamed !== '') throw new MutationProblem(`type mismatch: ${misnamed}`);
  return {
    op: textOf(fields.get('op')),
    path: textOf(fields.get('path')),
    ...(from !== '' && { from }),
    ...(value !== undefined && { value: valueOf(value) }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function valueOf(value: unknown): JsonValue {
  try {
    return toJson(value) as JsonValue;
  } catch (error) {
    const why = (error as Error).message;
    throw new MutationProblem(
      `JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${why}`,
    );
  }
}
