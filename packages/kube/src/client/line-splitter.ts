import { KubeError } from '../errors/kube-error.ts';

const NEWLINE = 0x0a;

/**
 * Cuts a byte stream into lines, whatever the boundaries of its chunks. A line is given out only when its
 * newline has come, so what a cut connection leaves behind is never taken for an event.
 * Lines share the memory of the chunk they came in: who keeps one for long copies it.
 */
export class LineSplitter {
  readonly #maxLineBytes: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Bytes of the line that has begun and not ended. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** The lines that this chunk completes, without their newlines; empty lines are left out. */
  push(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = this.#complete(chunk.subarray(start, end));
      if (line.length > 0) lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  #complete(end: Buffer): Buffer {
    this.#checkSize(end.length);
    if (this.#pendingBytes === 0) return end;
    const line = Buffer.concat([...this.#pending, end], this.#pendingBytes + end.length);
    this.#pending = [];
    this.#pendingBytes = 0;
    return line;
  }

  #keep(part: Buffer): void {
    this.#checkSize(part.length);
    this.#pending.push(part);
    this.#pendingBytes += part.length;
  }

  #checkSize(moreBytes: number): void {
    if (this.#pendingBytes + moreBytes <= this.#maxLineBytes) return;
    throw new KubeError(
      'BadResponse',
      `a line of the stream is longer than ${this.#maxLineBytes} bytes: raise maxLineBytes if such objects are expected`,
    );
  }
}
