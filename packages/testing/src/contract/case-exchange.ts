import { createHash } from 'node:crypto';
import type { HttpsRequest, HttpsResponse } from '../kubernetes/https-request.ts';
import type { Caller } from './contract-target.ts';
import type { RawExchange } from './raw-exchange.ts';
import { isJsonObject, type Json } from './transcript.ts';

export interface CaseRequest {
  /** What this one shows, where a case makes many alike. */
  readonly note?: string;
  /** GET unless said otherwise. */
  readonly method?: string;
  /** As it goes on the wire; the query is better given apart, so that versions and tokens in it are masked. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object goes as JSON; a string or bytes go as they are, with a content-type of the case's choosing. */
  readonly body?: object | string | Buffer;
  /** The administrator unless said otherwise. */
  readonly as?: Caller;
  /** For a body too large to review: what is recorded in its place. */
  readonly facts?: (body: Buffer) => Json;
  /** The server gives the causes of this error in an order of chance; they are recorded sorted. */
  readonly unorderedCauses?: boolean;
}

export interface CaseResponse<T> {
  readonly status: number;
  readonly headers: HttpsResponse['headers'];
  /** Parsed if it is JSON, else the text. */
  readonly body: T;
}

export interface SentResponse<T> extends CaseResponse<T> {
  readonly bytes: Buffer;
  readonly recordedBody: Json;
}

/** Field managers are named after it. */
const USER_AGENT = 'contract-suite/1.0';

/** A request body over this is recorded by size and digest. */
const LONGEST_BODY_BYTES = 8 * 1024;

/** What goes over the wire, and what is written down of it. */
export interface EncodedRequest {
  readonly raw: RawExchange['request'];
  readonly wire: HttpsRequest;
}

export function encodeRequest(request: CaseRequest): EncodedRequest {
  const { note, method = 'GET', path, query = {}, body, as = 'admin' } = request;
  const isObject = typeof body === 'object' && !Buffer.isBuffer(body);
  const headers = { ...(isObject && { 'content-type': 'application/json' }), ...request.headers };
  const bytes = body === undefined ? undefined : Buffer.from(isObject ? JSON.stringify(body) : body);
  const sent = {
    'user-agent': USER_AGENT,
    accept: 'application/json',
    ...(bytes && { 'content-length': String(bytes.length) }),
    ...(typeof as === 'object' && 'token' in as && { authorization: `Bearer ${as.token}` }),
    ...headers,
  };
  const search = new URLSearchParams(query).toString();
  const wirePath = search === '' ? path : `${path}?${search}`;
  return {
    raw: {
      note,
      method,
      path,
      query,
      as: shownCaller(as),
      headers,
      body: bytes && shortBody(bytes, isObject),
    },
    wire: { method, path: wirePath, headers: sent, ...(bytes && { body: bytes }) },
  };
}

/** The administrator goes without saying; of named peers only the name is shown. */
function shownCaller(caller: Caller): Json | undefined {
  if (caller === 'admin') return undefined;
  return typeof caller === 'object' && 'named' in caller ? { named: caller.named } : (caller as Json);
}

function shortBody(bytes: Buffer, isJson: boolean): Json {
  if (bytes.length <= LONGEST_BODY_BYTES)
    return isJson ? (JSON.parse(bytes.toString()) as Json) : bytes.toString();
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The body of an error with its causes in the order of their texts. */
export function sortCauses(body: Json): Json {
  const details = isJsonObject(body) ? body['details'] : undefined;
  if (!isJsonObject(body) || !isJsonObject(details) || !Array.isArray(details['causes'])) return body;
  const text = (cause: Json) => JSON.stringify(cause);
  const causes = (details['causes'] as Json[]).toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
  return { ...body, details: { ...details, causes } };
}

/** JSON if it says so and is, else the text. */
export function parseBody(headers: HttpsResponse['headers'], text: string): Json {
  if (!/json/.test(headers['content-type'] ?? '')) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
