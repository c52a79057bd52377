import { Environment } from '@marcbachmann/cel-js';
import { isCelError } from '../../custom/schema/rules/cel-error.ts';
import { problemText } from '../../custom/schema/rules/problem-text.ts';
import { syntaxProblem } from '../../custom/schema/rules/syntax-problem.ts';
import { typeText } from '../../custom/schema/rules/type-text.ts';

/** Deeper expressions than any that a person writes are not looked at. */
const LIMITS = { maxDepth: 200, maxAstNodes: 20_000 };

/** What the real server reads and the library does not: messages, quoted names, optional entries, odd literals. */
const BEYOND_THE_LIBRARY = /[`{]|\[\s*\?|\brb|\bbr|(?:^|[^\w.)\]'"?\s])\s*\.[a-z_]|\d\.(?!\d)/i;

let known: Environment | undefined;

/** Variables are those of the request that is judged, whose types nobody knows here. */
function environment(): Environment {
  known ??= new Environment({ unlistedVariablesAreDyn: true, enableOptionalTypes: true, limits: LIMITS });
  return known;
}

/**
 * Why an expression is none, or cannot be of the type that is wanted, in the real server's words. Only what is certain:
 * functions that the library does not know, and types that depend on the request, pass.
 */
export function expressionProblem(text: string, wanted: 'bool' | 'string'): string | undefined {
  try {
    const { valid, type = 'dyn' } = environment().parse(text).check();
    const isUncertain = !valid || type === wanted || type.includes('dyn') || type.startsWith('optional');
    return isUncertain ? undefined : `must evaluate to ${wanted} but got ${typeText(type)}`;
  } catch (error) {
    if (!isCelError(error) || isLimit(error.code) || BEYOND_THE_LIBRARY.test(text)) return undefined;
    return `compilation failed: ${problemText(text, [syntaxProblem(error, text)])}`;
  }
}

function isLimit(code: string): boolean {
  return /limit|exceed|max|depth/i.test(code);
}
