import { ShellSyntaxError, type Script } from './script.ts';

/** The text of a script, and how far it has been read. */
export class ScriptReader {
  readonly text: string;
  at = 0;
  /** Here-documents whose text begins after the line that is being read. */
  readonly #waiting: HereDocument[] = [];
  /** How commands within words are read; set by who reads commands, which in turn reads words. */
  readonly parseScript: (reader: ScriptReader) => Script;

  constructor(text: string, parseScript: (reader: ScriptReader) => Script) {
    this.text = text;
    this.parseScript = parseScript;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The character here, or so many further; empty at the end. */
  peek(offset = 0): string {
    return this.text[this.at + offset] ?? '';
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  take(): string {
    const character = this.peek();
    this.at += 1;
    if (character === '\n') this.#readHereDocuments();
    return character;
  }

  takeIf(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    if (text === '\n') this.#readHereDocuments();
    return true;
  }

  /** What matches here, if anything; the expression must be sticky. */
  match(expression: RegExp): string | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  expect(text: string): void {
    if (!this.takeIf(text)) this.fail();
  }

  fail(): never {
    const found = this.isAtEnd ? 'end of file' : `"${this.peek() === '\n' ? 'newline' : this.peek()}"`;
    throw new ShellSyntaxError(`syntax error: unexpected ${found}`);
  }

  awaitHereDocument(document: HereDocument): void {
    this.#waiting.push(document);
  }

  #readHereDocuments(): void {
    for (const { end, stripsTabs, found } of this.#waiting.splice(0)) {
      const lines: string[] = [];
      while (!this.isAtEnd) {
        const line = this.match(/[^\n]*/y) ?? '';
        this.at += 1;
        const bare = stripsTabs ? line.replace(/^\t+/, '') : line;
        if (bare === end) break;
        lines.push(`${bare}\n`);
      }
      found(lines.join(''));
    }
  }
}

interface HereDocument {
  readonly end: string;
  readonly stripsTabs: boolean;
  readonly found: (text: string) => void;
}

/** Also what is only for readers: comments. */
export function skipSpace(reader: ScriptReader): void {
  reader.match(/(?:[ \t\r]|\\\n)+/y);
  if (reader.peek() === '#') reader.match(/[^\n]*/y);
}

export function skipBlankLines(reader: ScriptReader): void {
  do skipSpace(reader);
  while (reader.takeIf('\n'));
}
