import type { CelError } from './cel-error.ts';
import type { ExpressionProblem } from './problem-text.ts';

const OPERAND =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
const STARTS_OPERAND = /^\s*[[{(.\-!\w"']/;

/** What the real server expects when one of these is missing. */
const CLOSING: Readonly<Record<string, string>> = {
  RBRACKET: "{']', ','}",
  RBRACE: "{'}', ','}",
  COLON: "':'",
};

/** Why a text is no expression. The rarer words of the real server's parser are not all known here. */
export function syntaxProblem({ code, summary, range }: CelError, text: string): ExpressionProblem {
  const offset = range?.start ?? 0;
  const [token = '<EOF>'] = /^(?:\w+|[<>=!]=|&&|\|\||\S)/.exec(text.slice(offset)) ?? [];
  const say = (message: string): ExpressionProblem => ({ offset, message: `Syntax error: ${message}` });
  const rest = text.slice(offset + token.length);
  switch (code) {
    case 'unexpected_token': {
      const isExtra = token !== '<EOF>' && STARTS_OPERAND.test(rest);
      return say(`${isExtra ? 'extraneous' : 'mismatched'} input '${token}' expecting ${OPERAND}`);
    }
    case 'unexpected_character':
      return /^[@#$=]$/.test(token)
        ? say(`token recognition error at: '${token}${/^\s?/.exec(rest)?.[0] ?? ''}'`)
        : say(`extraneous input '${token}' expecting <EOF>`);
    case 'expected_token': {
      const [, wanted = ''] = /^Expected (\w+)/.exec(summary) ?? [];
      if (wanted === 'IDENTIFIER')
        return say(`no viable alternative at input '.${token === '<EOF>' ? '' : token}'`);
      const expected = CLOSING[wanted];
      return say(
        expected === undefined
          ? `missing ')' at '${token}'`
          : `mismatched input '${token}' expecting ${expected}`,
      );
    }
    case 'unterminated_string':
      return say(`token recognition error at: '${text.slice(offset)}'`);
    case 'invalid_macro_argument':
      return { offset, message: 'argument must be a simple name' };
    default:
      return say(summary);
  }
}
