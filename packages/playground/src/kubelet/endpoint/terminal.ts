import { StringDecoder } from 'node:string_decoder';
import { Pipe, type ByteSink, type ByteSource } from '../../shell/byte-streams.ts';

const ENTER = /[\r\n]/;
const INTERRUPT = '\x03';
const END = '\x04';
const ESCAPE = '\x1b';
const SEQUENCE = new RegExp(`${ESCAPE}(\\[[0-9;]*[A-Za-z~]|O[A-Z])`, 'g');
const ERASE = new Set(['\x7f', '\b']);

/** What stands between a person's keys and a program that reads lines: it echoes, and lets one mend what one types. */
export class Terminal implements ByteSink, ByteSource {
  readonly #screen: ByteSink;
  readonly #interrupt: () => boolean;
  readonly #lines = new Pipe();
  readonly #decoder = new StringDecoder();
  #line = '';

  /** `interrupt` is called at Ctrl-C; true: nothing ran, and a new line begins. */
  constructor(screen: ByteSink, interrupt: () => boolean) {
    this.#screen = screen;
    this.#interrupt = interrupt;
  }

  /** What is typed. */
  async type(data: Buffer): Promise<void> {
    // Keys that are no characters come as sequences: there is no use for them here.
    const text = this.#decoder.write(data).replace(SEQUENCE, '');
    for (const key of Array.from(text)) await this.#key(key);
  }

  read(): Promise<Buffer | undefined> {
    return this.#lines.read();
  }

  /** What programs print. */
  async write(data: Buffer): Promise<void> {
    await this.#screen.write(Buffer.from(data.toString().replace(/\r?\n/g, '\r\n')));
  }

  end(): void {
    this.#lines.end();
  }

  async #key(key: string): Promise<void> {
    if (ENTER.test(key)) {
      await this.#echo('\r\n');
      await this.#lines.write(Buffer.from(`${this.#line}\n`));
      this.#line = '';
    } else if (key === INTERRUPT) {
      await this.#echo('^C\r\n');
      this.#line = '';
      if (this.#interrupt()) await this.#lines.write(Buffer.from('\n'));
    } else if (key === END) {
      if (this.#line === '') this.#lines.end();
    } else if (ERASE.has(key)) {
      if (this.#line === '') return;
      this.#line = Array.from(this.#line).slice(0, -1).join('');
      await this.#echo('\b \b');
    } else {
      this.#line += key;
      await this.#echo(key);
    }
  }

  async #echo(text: string): Promise<void> {
    await this.#screen.write(Buffer.from(text));
  }
}
