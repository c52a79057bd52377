import { typeInvalid } from '../../../kinds/fields/field-error.ts';
import { quoted } from '../../../kinds/fields/go-text.ts';
import { causeField, type CheckContext, type ValueCheck } from './findings.ts';
import { isGoInteger } from './go-number.ts';

/** What a value is, as messages call it, and how the server keeps numbers. */
function kindOf(value: unknown): { type: string; format: string } {
  switch (typeof value) {
    case 'boolean':
      return { type: 'boolean', format: '' };
    case 'string':
      return { type: 'string', format: '' };
    case 'number':
    case 'bigint':
      return isGoInteger(value)
        ? { type: 'integer', format: 'int64' }
        : { type: 'number', format: 'float64' };
    default:
      return { type: value === null ? 'null' : Array.isArray(value) ? 'array' : 'object', format: '' };
  }
}

export interface TypeRule {
  readonly types: readonly string[];
  readonly format: string;
  readonly nullable: boolean;
}

/** Most values are of the type that they should be, and need no more than this. */
const USUAL: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && !Array.isArray(value),
};

/** True if a value is of the type; counts the checks that the real server counts. */
export function checkType({ types, format, nullable }: TypeRule): ValueCheck {
  const typeText = types.join(',');
  const takesNumbers = types.includes('number') || types.includes('integer');
  const [only = ''] = types.length === 1 && format === '' ? types : [];
  const isUsual = USUAL[only] ?? (() => false);
  return (context, value, path) => {
    if (value === null) {
      if (types.length > 0 && !nullable) wrongType(context, path, typeText, 'null');
      else context.findings.matches += 1;
      return;
    }
    if (isUsual(value)) {
      context.findings.matches += 1;
      return;
    }
    const found = kindOf(value);
    const fits =
      types.includes(found.type) ||
      (found.type === 'integer' && types.includes('number')) ||
      (found.type === 'number' && types.includes('integer') && Number.isInteger(value));
    const isTextOrList = found.type === 'string' || found.type === 'array';
    if (format !== '' && !isTextOrList && !fits && found.format !== format)
      return wrongType(context, path, format, found.format);
    const isLeftToFormat = !takesNumbers && format !== '' && isTextOrList;
    if (isLeftToFormat || fits) context.findings.matches += 1;
    else wrongType(context, path, typeText, found.type);
  };
}

function wrongType(context: CheckContext, path: string, expected: string, found: string): void {
  const why = `${path} in body must be of type ${expected}: ${quoted(found)}`;
  context.findings.add(why, typeInvalid(causeField(context, path), found, why));
}
