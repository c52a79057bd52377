import { readExpression, type Expression } from '../../custom/schema/rules/expression.ts';
import { addMessages, type MessageFields } from '../../custom/schema/rules/library/messages.ts';
import { withReadableMessages, type ReadableText } from '../../custom/schema/rules/message-literals.ts';
import { problemText, type ExpressionProblem } from '../../custom/schema/rules/problem-text.ts';
import { typeText } from '../../custom/schema/rules/type-text.ts';
import { policyEnvironment, policyInputs, type ExpressionScope } from './policy-environment.ts';

/** Of which types an expression's value may be, as messages write them; undefined: of any. */
export type WantedTypes = readonly string[] | undefined;

const JSON_PATCH_FIELDS: MessageFields = { op: 'string', path: 'string', from: 'string', value: 'dyn' };

/** What the real server reads and the library does not: quoted names, optional entries, odd literals, other messages. */
const BEYOND_THE_LIBRARY =
  /`|[[{,]\s*\?|\brb|\bbr|(?:^|[^\w.)\]'"?\s])\s*\.[a-z_]|\d\.(?!\d)|google\.protobuf\.\w+\s*\{/i;

/** Reads an expression of a policy, or says in the real server's words why it is none. */
export function compilePolicyExpression(
  text: string,
  scope: ExpressionScope,
  wanted: WantedTypes,
): Expression | { readonly problem: string; readonly isBeyondUs: boolean } {
  const readable = withReadableMessages(text);
  const read = readInScope(readable, scope);
  if ('problems' in read) {
    const problems = read.problems.map(({ offset, message }) => ({
      offset: readable.offsetOf(offset),
      message,
    }));
    const isBeyondUs = BEYOND_THE_LIBRARY.test(text) || problems.some(isLimit);
    return { problem: `compilation failed: ${problemText(text, problems)}`, isBeyondUs };
  }
  const type = shownType(read.type);
  if (wanted === undefined || wanted.includes(type)) return read;
  const expected = wanted.length === 1 ? wanted[0] : `one of [${wanted.join(' ')}]`;
  return { problem: `must evaluate to ${expected} but got ${type}`, isBeyondUs: false };
}

function readInScope(
  { text, messages, isOpen }: ReadableText,
  scope: ExpressionScope,
): ReturnType<typeof readExpression> {
  if (isOpen) {
    const message =
      "Syntax error: mismatched input '<EOF>' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}";
    return { problems: [{ offset: text.length, message }] };
  }
  const plain = policyEnvironment(scope);
  if (messages.size === 0) return readExpression(text, plain, policyInputs());
  const environment = plain.clone();
  addMessages(environment, messageTypes(messages, scope));
  return readExpression(text, environment, policyInputs());
}

function messageTypes(
  names: ReadonlySet<string>,
  { hasPatchTypes }: ExpressionScope,
): ReadonlyMap<string, MessageFields> {
  const known = [...names].filter((name) => hasPatchTypes && /^(?:JSONPatch|Object(?:\.\w+)*)$/.test(name));
  return new Map(known.map((name) => [name, name === 'JSONPatch' ? JSON_PATCH_FIELDS : undefined]));
}

function isLimit({ message }: ExpressionProblem): boolean {
  return /exceeded|limit/i.test(message);
}

function shownType(type: string): string {
  if (type === 'list') return 'list(dyn)';
  // What holds nothing is of no type yet.
  return type === 'map' ? 'map(dyn, dyn)' : typeText(type).replaceAll(/\b[A-Z]\b/g, 'dyn');
}
