import type { ServerResponse } from 'node:http';
import { createGzip, gzip, type Gzip } from 'node:zlib';
import { ApiError, internalError } from '../errors/api-error.ts';
import { JSON_REPRESENTATION, type Representation } from './negotiate.ts';
import { encodeValue } from './views/encode-answer.ts';
import { warningHeaders } from './warning-headers.ts';

/** What every answer of the API carries: nothing here may be cached on the way. */
const CACHE_CONTROL = 'no-cache, private';

/** As kube-apiserver: below this compression costs more than it saves. */
const GZIP_MIN_BYTES = 128 * 1024;

/** A client that takes nothing of its answer for this long is let go. */
const STALLED_MS = 30_000;

/** Quick is enough: list answers are repetitive, and the event loop's worker has others to serve. */
const GZIP_LEVEL = 1;

export interface Answer {
  readonly status: number;
  /** Parts are asked for as the client takes them: what is long is never held as a whole. */
  readonly body: string | Buffer | Iterable<string>;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

export async function send(
  response: ServerResponse,
  { status, body, contentType, headers = {} }: Answer,
): Promise<void> {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) {
    return sendParts(response, { status, parts: body, contentType, headers });
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const isCompressed = bytes.length >= GZIP_MIN_BYTES && takesGzip(response);
  const content = isCompressed ? await compressed(bytes) : bytes;
  if (response.destroyed) return;
  response.writeHead(status, {
    'cache-control': CACHE_CONTROL,
    'content-type': contentType,
    'content-length': content.length,
    ...(isCompressed && { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }),
    ...headers,
  });
  response.end(content);
  // Who asked keeps his place among the requests until he has taken the answer.
  if (!(await isTaken(response, 'finish'))) response.destroy();
}

async function sendParts(
  response: ServerResponse,
  { status, parts, contentType, headers }: Omit<Answer, 'body'> & { parts: Iterable<string> },
): Promise<void> {
  const isCompressed = takesGzip(response);
  response.writeHead(status, {
    'cache-control': CACHE_CONTROL,
    'content-type': contentType,
    ...(isCompressed && { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }),
    ...headers,
  });
  const target = isCompressed ? compressorTo(response) : response;
  for (const part of parts) {
    if (response.destroyed) return;
    if (!target.write(part) && !(await isTaken(target, 'drain', response))) {
      response.destroy();
      return;
    }
  }
  target.end();
  if (!(await isTaken(response, 'finish'))) response.destroy();
}

function compressorTo(response: ServerResponse): Gzip {
  const gzip = createGzip({ level: GZIP_LEVEL });
  gzip.pipe(response);
  return gzip;
}

/** False: the client took nothing for too long, or is gone. */
function isTaken(
  stream: Gzip | ServerResponse,
  event: 'drain' | 'finish',
  response: Gzip | ServerResponse = stream,
): Promise<boolean> {
  if (event === 'finish' && stream.writableFinished) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (taken: boolean) => {
      clearTimeout(timer);
      stream.off(event, done);
      response.off('close', gone);
      resolve(taken);
    };
    const done = () => settle(true);
    const gone = () => settle(false);
    const timer = setTimeout(gone, STALLED_MS);
    stream.once(event, done);
    response.once('close', gone);
  });
}

function takesGzip(response: ServerResponse): boolean {
  const accepted = response.req.headers['accept-encoding'];
  return typeof accepted === 'string' && accepted.split(',').some((one) => one.trim().startsWith('gzip'));
}

function compressed(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gzip(bytes, { level: GZIP_LEVEL }, (error, result) => (error === null ? resolve(result) : reject(error)));
  });
}

/** A problem on the way to an answer. */
export interface Failure {
  readonly error: unknown;
  readonly warnings: readonly string[];
  /** Undefined: it failed before that was known. */
  readonly representation?: Representation | undefined;
}

/** An error as its Status; what is not an ApiError is a defect of ours, and said to be one without its insides. */
export async function sendError(response: ServerResponse, failed: Failure): Promise<void> {
  const { error, warnings, representation = JSON_REPRESENTATION } = failed;
  const known =
    error instanceof ApiError
      ? error
      : internalError('unexpected failure; see the log of the API server', error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  await send(response, {
    status: known.code,
    body: encodeValue(known.status, representation),
    contentType: representation.mediaType,
    headers: { ...known.headers, ...warningHeaders(warnings) },
  });
}
