import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors/api-error.ts';

/** As kube-apiserver: no object may be larger than what etcd would take, with room for the JSON around it. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** The whole body in memory, or 413. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}

function tooLarge(): ApiError {
  const message = `Request entity too large: limit is ${MAX_BODY_BYTES}`;
  return new ApiError({ code: 413, reason: 'RequestEntityTooLarge', message });
}
