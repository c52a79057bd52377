import { invalidValue, tooLong, typeInvalid } from '../../../kinds/fields/field-error.ts';
import { quoted } from '../../../kinds/fields/go-text.ts';
import { compileGoPattern } from '../go-pattern.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { causeField, type ValueCheck } from './findings.ts';
import { textFormat } from './text-formats.ts';

/** Lengths and the pattern: the first that fails is told. Undefined if there is nothing to check. */
export function checkString({ maxLength, minLength, pattern }: JsonSchemaProps): ValueCheck | undefined {
  if (maxLength === undefined && minLength === undefined && !pattern) return undefined;
  const expression = pattern ? compileGoPattern(pattern) : undefined;
  return (context, value, path) => {
    const text = String(value);
    if (maxLength !== undefined && text.length > maxLength && characters(text) > maxLength) {
      const why = `${path} in body should be at most ${maxLength} chars long`;
      context.findings.add(why, tooLong(causeField(context, path), maxLength));
    } else if (minLength !== undefined && text.length < 2 * minLength && characters(text) < minLength) {
      const why = `${path} in body should be at least ${minLength} chars long`;
      context.findings.add(why, invalidValue(causeField(context, path), text, why));
    } else if (expression?.test(text) === false) {
      const why = `${path} in body should match '${pattern}'`;
      context.findings.add(why, invalidValue(causeField(context, path), text, why));
    }
  };
}

/** The form of a text. Undefined if the format is none that is known. */
export function checkFormat(format: string): ValueCheck | undefined {
  const isOfFormat = textFormat(format);
  if (isOfFormat === undefined) return undefined;
  return (context, value, path) => {
    const text = String(value);
    if (isOfFormat(text)) return;
    const why = `${path} in body must be of type ${format}: ${quoted(text)}`;
    context.findings.add(why, typeInvalid(causeField(context, path), text, why));
  };
}

function characters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const isPair =
      (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    if (isPair) count--;
  }
  return count;
}
