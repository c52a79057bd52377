/** Control frames of SPDY/3.1 that are known here. */
export const FRAME = {
  synStream: 1,
  synReply: 2,
  resetStream: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  headers: 8,
  windowUpdate: 9,
} as const;

export const FLAG_FIN = 1;
const VERSION = 3;
const HEADER_BYTES = 8;

export type SpdyFrame =
  | { readonly type: 'data'; readonly stream: number; readonly flags: number; readonly data: Buffer }
  | { readonly type: 'control'; readonly kind: number; readonly flags: number; readonly data: Buffer };

/** Takes the bytes of a connection apart. */
export class FrameReader {
  #kept: Buffer = Buffer.alloc(0);

  /** The frames that are whole with these bytes. */
  read(bytes: Buffer): SpdyFrame[] {
    this.#kept = this.#kept.length === 0 ? bytes : Buffer.concat([this.#kept, bytes]);
    const frames: SpdyFrame[] = [];
    for (;;) {
      const length = this.#kept.length < HEADER_BYTES ? Infinity : HEADER_BYTES + this.#kept.readUIntBE(5, 3);
      if (this.#kept.length < length) return frames;
      frames.push(frameOf(this.#kept.subarray(0, length)));
      this.#kept = this.#kept.subarray(length);
    }
  }
}

function frameOf(bytes: Buffer): SpdyFrame {
  const first = bytes.readUInt32BE(0);
  const [flags, data] = [bytes.readUInt8(4), bytes.subarray(HEADER_BYTES)];
  if (first >>> 31 === 0) return { type: 'data', stream: first, flags, data };
  return { type: 'control', kind: first & 0xffff, flags, data };
}

export function dataFrame(stream: number, data: Buffer, flags = 0): Buffer {
  return Buffer.concat([header(stream, flags, data.length), data]);
}

export function controlFrame(kind: number, data: Buffer, flags = 0): Buffer {
  return Buffer.concat([header(0x80000000 + VERSION * 0x10000 + kind, flags, data.length), data]);
}

function header(first: number, flags: number, length: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32BE(first);
  bytes.writeUInt8(flags, 4);
  bytes.writeUIntBE(length, 5, 3);
  return bytes;
}
