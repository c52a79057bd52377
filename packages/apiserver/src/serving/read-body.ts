import type { IncomingMessage } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { ApiError, badRequest } from '../errors/api-error.ts';
import type { RequestScope } from './request-scope.ts';

/** As kube-apiserver: no object may be larger than what etcd would take, with room for the JSON around it. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** As kube-apiserver's limit for a request: who sends slower than this would hold a place that others need. */
const MAX_WAIT_MS = 60_000;

type Exchange = Pick<RequestScope, 'request' | 'response'>;

/** The whole body in memory; throws 413 for too much, 504 for too slow, 400 when the client goes before its end. */
export function readBody(exchange: Exchange, maxWaitMs = MAX_WAIT_MS): Promise<Buffer> {
  const { request } = exchange;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('aborted', onGone);
    };
    const refuse = (error: ApiError) => {
      stop();
      endAfterAnswer(exchange);
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) refuse(tooLarge());
      else chunks.push(chunk);
    };
    const onEnd = () => {
      stop();
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
    };
    const onGone = () => refuse(badRequest('unexpected EOF'));
    const timer = setTimeout(() => refuse(tooSlow()), maxWaitMs);
    request.on('data', onData).once('end', onEnd).once('close', onGone).once('aborted', onGone);
    // Its failures are told by its end.
    request.on('error', () => {});
    if (request.destroyed) onGone();
  });
}

/** The rest of a refused body is dropped as it comes, and no longer waited for once the answer is out. */
function endAfterAnswer({ request, response }: Exchange): void {
  request.resume();
  const { stream } = request as IncomingMessage & { stream?: ServerHttp2Stream };
  // Its response finishes only when the stream closes.
  if (stream !== undefined) stream.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR));
  else if (!response.headersSent) response.setHeader('connection', 'close');
}

function tooLarge(): ApiError {
  const message = `Request entity too large: limit is ${MAX_BODY_BYTES}`;
  return new ApiError({ code: 413, reason: 'RequestEntityTooLarge', message });
}

function tooSlow(): ApiError {
  const message = 'Timeout: request did not complete within the allotted timeout';
  return new ApiError({ code: 504, reason: 'Timeout', message, details: {} });
}
