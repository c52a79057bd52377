import { TunnelError } from '../tunnel-error.ts';
import type { BufferingStream } from './tunnel-session.ts';

/**
 * Cuts the streams whose readers leave most behind until what waits in all of them is within the limit. Who reads
 * has little waiting, so it is those who do not that pay.
 */
export function enforceBufferLimit(streams: Iterable<BufferingStream>, maxBytes: number): void {
  const waiting: { stream: BufferingStream; bytes: number }[] = [];
  let total = 0;
  for (const stream of streams) {
    const bytes = stream.bufferedBytes;
    if (bytes === 0) continue;
    total += bytes;
    waiting.push({ stream, bytes });
  }
  if (total <= maxBytes) return;
  waiting.sort((a, b) => b.bytes - a.bytes);
  for (const { stream, bytes } of waiting) {
    if (total <= maxBytes) return;
    total -= bytes;
    stream.destroy(
      new TunnelError('closed', `${bytes} bytes of the stream were not read, and the hub's buffers are full`),
    );
  }
}
