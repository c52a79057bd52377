import { MESSAGE } from './library/messages.ts';

/** An expression in words that the library reads, and where its parts stood in what was written. */
export interface ReadableText {
  readonly text: string;
  /** The types of the messages in it. */
  readonly messages: ReadonlySet<string>;
  /** True if a message has no end. */
  readonly isOpen: boolean;
  offsetOf(offset: number): number;
}

const PART =
  /(?<space>\s+|\/\/[^\n]*)|(?<text>[rRbB]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))|(?<name>[A-Za-z_]\w*|`[^`]*`)|(?<number>\d[\w.]*)|(?<mark>[\s\S])/y;

/**
 * Messages (`Object.spec{replicas: 1}`) as calls, since the library has no words for them. A text without any is left as
 * it is.
 */
export function withReadableMessages(written: string): ReadableText {
  if (!/[\w`]\s*\{/.test(written))
    return { text: written, messages: new Set(), isOpen: false, offsetOf: (offset) => offset };
  return new MessageRewriter(written).rewrite();
}

interface Part {
  readonly kind: 'space' | 'text' | 'name' | 'number' | 'mark';
  readonly text: string;
  readonly start: number;
}

class MessageRewriter {
  readonly #parts: readonly Part[];
  readonly #offsets: number[] = [];
  readonly #messages = new Set<string>();
  /** Of all brackets that are open, whether they are of a message. */
  readonly #open: boolean[] = [];
  #text = '';

  constructor(written: string) {
    this.#parts = partsOf(written);
  }

  rewrite(): ReadableText {
    for (let i = 0; i < this.#parts.length;) i = this.#part(i);
    const end = this.#parts.at(-1);
    const length = end === undefined ? 0 : end.start + end.text.length;
    const offsets = this.#offsets;
    return {
      text: this.#text,
      messages: this.#messages,
      isOpen: this.#open.includes(true),
      offsetOf: (offset) => offsets[offset] ?? length,
    };
  }

  #part(i: number): number {
    const part = this.#parts[i] as Part;
    if (part.kind === 'name') {
      const brace = this.#braceAfter(i);
      if (brace !== undefined) return this.#begin(i, brace);
      if (this.#isField(i)) return this.#field(i);
    }
    if (part.kind !== 'mark') this.#write(part.text, part.start);
    else if ('([{'.includes(part.text)) {
      this.#open.push(false);
      this.#write(part.text, part.start);
    } else if (')]}'.includes(part.text))
      this.#write(this.#open.pop() === true ? '})' : part.text, part.start);
    else if (part.text === '?' && this.#isField(this.#after(i))) return this.#field(i);
    else this.#write(part.text, part.start);
    return i + 1;
  }

  /** Where the brace is, if a name and what is joined to it by dots is the type of a message. */
  #braceAfter(i: number): number | undefined {
    const before = this.#parts[this.#before(i)];
    if (before?.text === '.' || this.#parts[i]?.text.startsWith('`')) return undefined;
    let place = this.#after(i);
    while (this.#parts[place]?.text === '.' && this.#parts[this.#after(place)]?.kind === 'name')
      place = this.#after(this.#after(place));
    return this.#parts[place]?.text === '{' ? place : undefined;
  }

  #begin(i: number, brace: number): number {
    const type = this.#parts
      .slice(i, brace)
      .filter(({ kind }) => kind !== 'space')
      .map(({ text }) => text)
      .join('');
    this.#messages.add(type);
    this.#write(`${MESSAGE}(${JSON.stringify(type)}, `, this.#parts[i]?.start ?? 0);
    this.#write('{', this.#parts[brace]?.start ?? 0);
    this.#open.push(true);
    return brace + 1;
  }

  /** A name at the beginning of an entry of a message. */
  #isField(i: number): boolean {
    if (this.#open.at(-1) !== true || this.#parts[i]?.kind !== 'name') return false;
    if (this.#parts[this.#after(i)]?.text !== ':') return false;
    const before = this.#before(i);
    const mark = this.#parts[before]?.text === '?' ? this.#before(before) : before;
    return ['{', ','].includes(this.#parts[mark]?.text ?? '');
  }

  #field(i: number): number {
    const isOptional = this.#parts[i]?.text === '?';
    const place = isOptional ? this.#after(i) : i;
    const name = this.#parts[place] as Part;
    const text = name.text.replaceAll('`', '');
    this.#write(JSON.stringify(isOptional ? `?${text}` : text), name.start);
    return place + 1;
  }

  #after(i: number): number {
    let next = i + 1;
    while (this.#parts[next]?.kind === 'space') next += 1;
    return next;
  }

  #before(i: number): number {
    let previous = i - 1;
    while (this.#parts[previous]?.kind === 'space') previous -= 1;
    return previous;
  }

  #write(text: string, start: number): void {
    const isSame = this.#parts.length > 0 && text.length > 0;
    for (let i = 0; isSame && i < text.length; i++) this.#offsets.push(start + i);
    this.#text += text;
  }
}

function partsOf(written: string): Part[] {
  const parts: Part[] = [];
  PART.lastIndex = 0;
  for (let match = PART.exec(written); match !== null && match[0] !== ''; match = PART.exec(written)) {
    const found = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined);
    parts.push({ kind: (found?.[0] ?? 'mark') as Part['kind'], text: match[0], start: match.index });
  }
  return parts;
}
