/** What a label selector is made of. */
type TokenType = 'end' | 'identifier' | 'keyword' | 'symbol' | 'error';

export interface Token {
  readonly type: TokenType;
  readonly text: string;
}

const SYMBOLS = ['==', '!=', '!', '=', ',', '(', ')', '>', '<'];
const IDENTIFIER = /[^\s=!(),<>]+/y;

/** The pieces of a selector; an end that never runs out comes last. */
export function selectorTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (let place = 0; place < text.length;) {
    if (/\s/.test(text[place] ?? '')) {
      place += 1;
      continue;
    }
    const symbol = SYMBOLS.find((one) => text.startsWith(one, place));
    const token =
      symbol === undefined ? identifierAt(text, place) : { type: 'symbol' as const, text: symbol };
    tokens.push(token);
    place += token.text.length;
  }
  return [...tokens, { type: 'end', text: '' }];
}

function identifierAt(text: string, place: number): Token {
  IDENTIFIER.lastIndex = place;
  const found = IDENTIFIER.exec(text)?.[0] ?? '';
  return { type: found === 'in' || found === 'notin' ? 'keyword' : 'identifier', text: found };
}
