import { ApiError, badRequest, internalError } from '../../errors/api-error.ts';
import { quoted } from '../../kinds/fields/go-text.ts';

/** What is said of a refusal, besides who refused what; a kubelet's own words where there is a place for them. */
const KNOWN: Readonly<Record<number, readonly [reason: string, message?: string]>> = {
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  403: ['Forbidden'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
};

/** What a client is told when a kubelet refuses to show a log: `text` is what it said. */
export function logRefusal(code: number, podName: string, text: string): ApiError {
  if (code === 500) return internalError(text);
  if (code === 400) return badRequest(text);
  const [reason, message = text] = KNOWN[code] ?? unknown(code, text);
  const details = { name: podName, kind: 'pods/log' };
  return new ApiError({ code, reason, message: `${message} ( pods/log ${podName})`, details });
}

function unknown(code: number, text: string): readonly [reason: string, message: string] {
  if (code >= 500)
    return [
      'InternalError',
      `an error on the server (${quoted(text)}) has prevented the request from succeeding`,
    ];
  return ['', `the server responded with the status code ${code} but did not return more information`];
}
