import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ResponseHeaders } from './request-options.ts';

/** A list that is larger than this has to be read in pages; also what a hostile server can make of a few bytes. */
const MAX_DECODED_BYTES = 512 * 1024 * 1024;

const unzip = promisify(gunzip);

/** The bytes as they were before the server compressed them, which it does only if it was asked to. */
export async function decodeBody(headers: ResponseHeaders, body: Buffer): Promise<Buffer> {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return body;
  if (encoding !== 'gzip') throw new Error(`its encoding is ${String(encoding)}, which we did not ask for`);
  return unzip(body, { maxOutputLength: MAX_DECODED_BYTES });
}
