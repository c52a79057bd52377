import { parseQuotedText, parseWord } from './parse-words.ts';
import { skipSpace, type ScriptReader } from './script-reader.ts';
import type { Redirect, Word } from './script.ts';

const REDIRECT = /(\d?)(<<-|<<|>>|>&|<&|>\||<|>)/y;

/** All that stand here. */
export function parseRedirects(reader: ScriptReader): Redirect[] {
  const redirects: Redirect[] = [];
  for (;;) {
    skipSpace(reader);
    const redirect = parseRedirect(reader);
    if (redirect === undefined) return redirects;
    redirects.push(redirect);
  }
}

/** One, if there is one here. */
export function parseRedirect(reader: ScriptReader): Redirect | undefined {
  const found = reader.match(REDIRECT);
  if (found === undefined) return undefined;
  const [, number = '', operator = ''] = /^(\d?)(.*)$/.exec(found) ?? [];
  const isInput = operator.startsWith('<');
  const descriptor = number === '' ? (isInput ? 0 : 1) : Number(number);
  skipSpace(reader);
  const target = parseWord(reader) ?? reader.fail();
  if (operator.startsWith('<<')) return hereDocument(reader, { target, stripsTabs: operator === '<<-' });
  if (operator === '<' || operator === '>>' || operator === '>&') return { descriptor, operator, target };
  return { descriptor, operator: operator === '<&' ? '>&' : '>', target };
}

function hereDocument(
  reader: ScriptReader,
  { target, stripsTabs }: { target: Word; stripsTabs: boolean },
): Redirect {
  const isLiteral = target.some(({ quoted }) => quoted);
  const end = target.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const text: { -readonly [K in keyof Redirect]: Redirect[K] } = {
    descriptor: 0,
    operator: '<<',
    target: [],
  };
  reader.awaitHereDocument({
    end,
    stripsTabs,
    found: (found) => {
      text.target = isLiteral
        ? [{ type: 'text', text: found, quoted: true }]
        : parseQuotedText(found, reader.parseScript);
    },
  });
  return text;
}
