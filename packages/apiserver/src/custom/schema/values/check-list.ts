import { invalidValue, tooMany } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { itemsOf } from '../schema-parts.ts';
import { causeField, withCorrelation, type ValueCheck } from './findings.ts';
import { ratcheted } from './ratchet.ts';

/** Items, and how many there are. */
export function checkList(
  schema: JsonSchemaProps,
  compile: (schema: JsonSchemaProps) => ValueCheck,
): ValueCheck {
  const { minItems, maxItems } = schema;
  const items = itemsOf(schema);
  const check = items && compile(items);
  return (context, value, path) => {
    const list = value as readonly unknown[];
    if (check) {
      for (let index = 0; index < list.length && !context.findings.isFull; index++) {
        const correlation = context.correlation?.index(index);
        ratcheted(check, withCorrelation(context, correlation), list[index], `${path}[${index}]`);
      }
    }
    if (minItems !== undefined && list.length < minItems) {
      const why = `${path} in body should have at least ${minItems} items`;
      context.findings.add(why, invalidValue(causeField(context, path), list.length, why));
    }
    if (maxItems !== undefined && list.length > maxItems) {
      const why = `${path} in body should have at most ${maxItems} items`;
      context.findings.add(why, tooMany(causeField(context, path), list.length, maxItems));
    }
    context.findings.matches += 1;
  };
}
