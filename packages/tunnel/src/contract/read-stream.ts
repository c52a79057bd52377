import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** The next so many bytes. Rejects when the stream ends or fails before. */
export async function readBytes(stream: Duplex, count: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < count) {
    const chunk: unknown = stream.read(Math.min(count - size, stream.readableLength || 1));
    if (Buffer.isBuffer(chunk)) {
      chunks.push(chunk);
      size += chunk.length;
    } else {
      await readable(stream);
    }
  }
  return Buffer.concat(chunks);
}

/** How it fails; throws if it ends in order. */
export async function failureOf(stream: Duplex): Promise<Error> {
  const { promise, resolve, reject } = Promise.withResolvers<Error>();
  stream.once('error', resolve);
  stream.once('end', () => reject(new Error('it ended in order')));
  if (stream.errored) resolve(stream.errored);
  stream.resume();
  return promise;
}

/** Bytes that differ everywhere, so that nothing lost or swapped goes unseen. */
export function patternedBytes(size: number, seed: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let state = seed * 2_654_435_761;
  for (let at = 0; at + 4 <= size; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(state, at);
  }
  return bytes.fill(seed, size - (size % 4));
}

export function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function readable(stream: Duplex): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ended = (): void => reject(stream.errored ?? new Error('the stream ended'));
  if (stream.errored || stream.readableEnded) ended();
  stream.once('readable', resolve).once('error', reject).once('end', ended);
  try {
    await promise;
  } finally {
    stream.off('readable', resolve).off('error', reject).off('end', ended);
  }
}
