import { FileError } from './file-tree.ts';

/** What a command writes to. */
export interface ByteSink {
  /** Waits while the reader is behind. Rejects with BrokenPipe when there is no reader any more. */
  write(data: Buffer): Promise<void> | void;
}

/** What a command reads from. */
export interface ByteSource {
  /** The next bytes; undefined at the end. */
  read(): Promise<Buffer | undefined>;
  /** Nobody will read any more. */
  close?(): void;
}

/** Thrown when there is nobody to write to any more. */
export class BrokenPipe extends Error {
  override readonly name = 'BrokenPipe';
}

export const NOWHERE: ByteSink = { write: () => {} };
export const NOTHING: ByteSource = { read: () => Promise.resolve(undefined) };

const NEWLINE = 10;
/** As in Linux: a writer waits when its reader is this far behind. */
const PIPE_BYTES = 65_536;

/** A longer line comes in pieces, and more at once not at all: what simulated programs read is in real memory. */
const MAX_LINE_BYTES = 1024 * 1024;
const MAX_WHOLE_BYTES = 16 * 1024 * 1024;

/** What is written comes out at the other end. */
export class Pipe implements ByteSink, ByteSource {
  readonly #chunks: Buffer[] = [];
  #sizeBytes = 0;
  #isEnded = false;
  #isClosed = false;
  #wake = Promise.withResolvers<void>();

  async write(data: Buffer): Promise<void> {
    if (data.length === 0) return;
    while (this.#sizeBytes >= PIPE_BYTES && !this.#isClosed) await this.#wake.promise;
    if (this.#isClosed || this.#isEnded) throw new BrokenPipe('broken pipe');
    this.#chunks.push(data);
    this.#sizeBytes += data.length;
    this.#changed();
  }

  async read(): Promise<Buffer | undefined> {
    while (this.#chunks.length === 0 && !this.#isEnded && !this.#isClosed) await this.#wake.promise;
    if (this.#chunks.length === 0) return undefined;
    // All at once: to take one of many off the front would move all others.
    const data = Buffer.concat(this.#chunks.splice(0));
    this.#sizeBytes = 0;
    this.#changed();
    return data;
  }

  /** The writer has said everything. */
  end(): void {
    this.#isEnded = true;
    this.#changed();
  }

  close(): void {
    this.#isClosed = true;
    this.#chunks.length = 0;
    this.#changed();
  }

  #changed(): void {
    const { resolve } = this.#wake;
    this.#wake = Promise.withResolvers();
    resolve();
  }
}

/** Reads a source by lines, by blocks or whole. What was read too far is kept for the next who asks. */
export class ByteReader {
  readonly #source: ByteSource;
  #kept: Buffer = Buffer.alloc(0);

  constructor(source: ByteSource) {
    this.#source = source;
  }

  async read(): Promise<Buffer | undefined> {
    if (this.#kept.length === 0) return this.#source.read();
    const kept = this.#kept;
    this.#kept = Buffer.alloc(0);
    return kept;
  }

  /** With its newline, if it has one. */
  async readLine(): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    let sizeBytes = 0;
    for (let chunk = await this.read(); chunk !== undefined; chunk = await this.read()) {
      const end = chunk.indexOf(NEWLINE) + 1;
      parts.push(end > 0 ? chunk.subarray(0, end) : chunk);
      sizeBytes += chunk.length;
      if (end === 0 && sizeBytes < MAX_LINE_BYTES) continue;
      if (end === 0) break;
      this.#kept = chunk.subarray(end);
      break;
    }
    return parts.length === 0 ? undefined : Buffer.concat(parts);
  }

  /** Throws FileError if it is more than there is room for. */
  async readAll(): Promise<Buffer> {
    const parts: Buffer[] = [];
    let sizeBytes = 0;
    for (let chunk = await this.read(); chunk !== undefined; chunk = await this.read()) {
      parts.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > MAX_WHOLE_BYTES) throw new FileError('No space left on device');
    }
    return Buffer.concat(parts);
  }

  close(): void {
    this.#source.close?.();
  }
}

/** Keeps what is written. */
export class Collector implements ByteSink {
  readonly #parts: Buffer[] = [];
  readonly #maxBytes: number;
  #sizeBytes = 0;

  /** What goes beyond is dropped. */
  constructor(maxBytes = Infinity) {
    this.#maxBytes = maxBytes;
  }

  write(data: Buffer): void {
    const fits = data.subarray(0, Math.max(0, this.#maxBytes - this.#sizeBytes));
    this.#sizeBytes += fits.length;
    if (fits.length > 0) this.#parts.push(fits);
  }

  get text(): string {
    return Buffer.concat(this.#parts).toString();
  }
}

export function sourceOf(data: Buffer): ByteSource {
  let rest: Buffer | undefined = data;
  return {
    read: () => {
      const all = rest;
      rest = undefined;
      return Promise.resolve(all === undefined || all.length === 0 ? undefined : all);
    },
  };
}
