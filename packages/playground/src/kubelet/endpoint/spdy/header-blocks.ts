import { constants, createDeflate, createInflate, type Deflate, type Inflate } from 'node:zlib';
import { SPDY_DICTIONARY } from './spdy-dictionary.ts';

/** Packs and unpacks headers. One for a connection: each block builds on those before it. */
export class HeaderBlocks {
  readonly #inflate: Inflate = createInflate({
    dictionary: SPDY_DICTIONARY,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  readonly #deflate: Deflate = createDeflate({ dictionary: SPDY_DICTIONARY });

  async unpack(packed: Buffer): Promise<Map<string, string>> {
    await new Promise<void>((resolve, reject) => {
      this.#inflate.once('error', reject);
      this.#inflate.write(packed, () => {
        this.#inflate.off('error', reject);
        resolve();
      });
    });
    return parsePairs((this.#inflate.read() as Buffer | null) ?? Buffer.alloc(4));
  }

  async pack(headers: ReadonlyMap<string, string>): Promise<Buffer> {
    const done = Promise.withResolvers<void>();
    this.#deflate.write(formatPairs(headers));
    this.#deflate.flush(constants.Z_SYNC_FLUSH, done.resolve);
    await done.promise;
    return (this.#deflate.read() as Buffer | null) ?? Buffer.alloc(0);
  }

  close(): void {
    this.#inflate.close();
    this.#deflate.close();
  }
}

function parsePairs(block: Buffer): Map<string, string> {
  let at = 4;
  const text = () => {
    const length = block.readUInt32BE(at);
    at += 4 + length;
    return block.toString('utf8', at - length, at);
  };
  return new Map(Array.from({ length: block.readUInt32BE(0) }, () => [text(), text()] as const));
}

function formatPairs(headers: ReadonlyMap<string, string>): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const text = (value: string) => [number(Buffer.byteLength(value)), Buffer.from(value)];
  return Buffer.concat([number(headers.size), ...[...headers].flatMap((pair) => pair.flatMap(text))]);
}
