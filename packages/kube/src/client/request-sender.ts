import { KubeError } from '../errors/kube-error.ts';
import { errorFromResponse, type RequestSubject } from '../errors/status-error.ts';
import { abortedError, deadlineError, unreachableError } from '../errors/transport-error.ts';
import type { ClusterConnection, Credentials } from '../kubeconfig/cluster-connection.ts';
import { ChunkReceiver, type ChunkedResponse } from './chunk-receiver.ts';
import type { Clock } from './clock.ts';
import type { ClusterTransport } from './cluster-transport.ts';
import { Deadline } from './deadline.ts';
import { CollectingReceiver, StreamingReceiver, type CollectedResponse } from './receivers.ts';
import { RequestAuthenticator } from './request-authenticator.ts';
import type { UpgradableConnection } from './open-web-socket.ts';
import type { InFlightLimit, RateLimit } from './request-limits.ts';
import type {
  RawRequest,
  RawResponse,
  ResponseHeaders,
  ServerWarning,
  WebSocketOptions,
} from './request-options.ts';
import { retryAfterMs } from './retry-after.ts';
import { repeatabilityOf, retryDelayMs } from './retry-policy.ts';
import { withoutPassword, type ServerAddress } from './server-address.ts';
import { serverWarnings } from './server-warning.ts';
import type { Wire, WireRequest } from './wire.ts';

/** Of an answer that tells of a failure: enough for any Status, and no more than a hostile server may fill. */
const MAX_ERROR_BODY_BYTES = 1024 * 1024;

export interface RequestSenderOptions {
  readonly connection: ClusterConnection;
  readonly address: ServerAddress;
  readonly transport: ClusterTransport;
  readonly inFlight: InFlightLimit;
  readonly rate: RateLimit | undefined;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onWarning: ((warning: ServerWarning) => void) | undefined;
}

interface Answered {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/** How an answer is taken in, and what is done with one that is not wanted. */
interface Exchange<T> {
  readonly exchange: (wire: Wire, request: WireRequest) => Promise<T>;
  readonly discard: (response: T) => void;
}

/** Sends requests: credentials, deadline, limits, repetition, errors. Knows nothing of objects. */
export class RequestSender {
  readonly #options: RequestSenderOptions;
  readonly #authenticator: RequestAuthenticator;
  readonly #where: string;

  constructor(options: RequestSenderOptions) {
    const { connection, address, userAgent } = options;
    this.#options = options;
    this.#authenticator = new RequestAuthenticator(connection, address, userAgent);
    this.#where = `cluster "${connection.name}" at ${withoutPassword(connection.server)}`;
  }

  /** The whole answer, a 2xx; anything else is thrown. The deadline covers all of it. */
  async collect(request: RawRequest): Promise<CollectedResponse> {
    using deadline = this.#deadline(request);
    const subject = this.subject(request);
    return await this.#repeating(request, deadline, async () => {
      await this.#enter(deadline, subject);
      try {
        const response = await this.#authenticated<CollectedResponse>(request, deadline, {
          exchange: (wire, wireRequest) => {
            const receiver = new CollectingReceiver(deadline.signal);
            wire.exchange(wireRequest, receiver);
            return receiver.response;
          },
          discard: () => undefined,
        });
        if (isSuccess(response.status)) return response;
        throw this.#failure(response, response.body, subject);
      } finally {
        this.#options.inFlight.release();
      }
    });
  }

  /** A 2xx whose body is read as it comes; anything else is thrown. The deadline ends with the headers. */
  async *stream(request: RawRequest): AsyncGenerator<Buffer, void, void> {
    using deadline = this.#deadline(request);
    const subject = this.subject(request);
    const response = await this.#repeating(request, deadline, async () => {
      const answer = await this.#authenticated<ChunkedResponse>(request, deadline, {
        exchange: (wire, wireRequest) => {
          const receiver = new ChunkReceiver(deadline.signal, (error) =>
            this.#explain(error, deadline, subject),
          );
          wire.exchange(wireRequest, receiver);
          return receiver.response;
        },
        discard: (response) => response.discard(),
      });
      if (isSuccess(answer.status)) return answer;
      throw this.#failure(answer, await readErrorBody(answer.chunks), subject);
    });
    deadline.stopTimer();
    yield* response.chunks;
  }

  /** Whatever the server answers, once; only a 401 is answered with fresh credentials, if there are any. */
  async raw(request: RawRequest): Promise<RawResponse> {
    const deadline = this.#deadline(request);
    const subject = this.subject(request);
    try {
      const response = await this.#authenticated<RawResponse>(request, deadline, {
        exchange: (wire, wireRequest) => {
          const receiver = new StreamingReceiver(deadline.signal, (error) =>
            this.#explain(error, deadline, subject),
          );
          wire.exchange(wireRequest, receiver);
          return receiver.response;
        },
        discard: ({ body }) => body.destroy(),
      });
      return handOver(response, deadline);
    } catch (error) {
      deadline[Symbol.dispose]();
      throw error;
    }
  }

  /** A socket to the server and the headers that say who we are: for protocols that upgrade. */
  async upgradable({
    path,
    announces,
    impersonate,
    signal,
  }: Omit<WebSocketOptions, 'protocols'>): Promise<UpgradableConnection> {
    const subject = this.subject({ method: 'GET', path });
    try {
      const credentials = await this.#authenticator.credentials(signal);
      const alpn = ['http/1.1', ...(announces === undefined ? [] : [announces])];
      const socket = await this.#options.transport.openSocket(credentials, alpn, signal);
      const request = { method: 'GET', path, ...(impersonate !== undefined && { impersonate }) };
      const signed = this.#authenticator.signed(request, credentials);
      return {
        socket,
        target: this.#options.address.authority + signed.path,
        headers: signed.headers,
        refused: () => this.#authenticator.refused(credentials),
      };
    } catch (error) {
      if (signal.aborted) throw abortedError(signal.reason, subject);
      throw unreachableError(error, subject);
    }
  }

  /** One try, and one more with new credentials if the server does not take the old ones. */
  async #authenticated<T extends Answered>(
    request: RawRequest,
    deadline: Deadline,
    { exchange, discard }: Exchange<T>,
  ): Promise<T> {
    const send = async (credentials: Credentials): Promise<T> => {
      const wire = await this.#options.transport.wire(request.pool ?? 'short', credentials);
      // An abort that came before the exchange began would not be heard in it.
      deadline.signal.throwIfAborted();
      return exchange(wire, this.#authenticator.signed(request, credentials));
    };
    try {
      const credentials = await this.#authenticator.credentials(deadline.signal);
      const response = await send(credentials);
      this.#warn(response.headers);
      if (response.status !== 401 || !isReplayable(request)) return response;
      const fresh = await this.#authenticator.renewed(credentials, deadline.signal);
      if (fresh === undefined) return response;
      discard(response);
      return await send(fresh);
    } catch (error) {
      throw this.#explain(error, deadline, this.subject(request));
    }
  }

  async #repeating<T>(request: RawRequest, deadline: Deadline, attempt: () => Promise<T>): Promise<T> {
    const repeatability = repeatabilityOf(request.method, request.headers?.['content-type']);
    let lostConnections = 0;
    for (let count = 1; ; count += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof KubeError) || deadline.signal.aborted || !isReplayable(request)) throw error;
        const random = this.#options.random();
        const delayMs = retryDelayMs({ error, repeatability, attempt: count, lostConnections, random });
        if (delayMs === undefined || delayMs >= deadline.remainingMs) throw error;
        if (error.code === 'Unreachable') lostConnections += 1;
        await this.#pause(delayMs, deadline, this.subject(request));
      }
    }
  }

  async #enter(deadline: Deadline, subject: RequestSubject): Promise<void> {
    try {
      await this.#options.rate?.acquire(deadline.signal);
      await this.#options.inFlight.acquire(deadline.signal);
    } catch (error) {
      throw this.#explain(error, deadline, subject);
    }
  }

  async #pause(delayMs: number, deadline: Deadline, subject: RequestSubject): Promise<void> {
    if (delayMs <= 0) return;
    try {
      await this.#options.clock.sleep(delayMs, deadline.signal);
    } catch (error) {
      throw this.#explain(error, deadline, subject);
    }
  }

  #deadline(request: RawRequest): Deadline {
    return new Deadline(request.timeoutMs ?? this.#options.timeoutMs, request.signal);
  }

  /** For messages about a request. */
  subject(request: { readonly method: string; readonly path: string }): RequestSubject {
    return { what: `${request.method} ${request.path}`, where: this.#where };
  }

  /** Whose doing it was: the caller's, the deadline's, or the network's. */
  #explain(error: unknown, deadline: Deadline, subject: RequestSubject): KubeError {
    if (error instanceof KubeError) return error;
    if (deadline.expired) return deadlineError(deadline.timeoutMs, subject, error);
    if (deadline.signal.aborted) return abortedError(deadline.signal.reason, subject);
    return unreachableError(error, subject);
  }

  #failure(response: Answered, body: Buffer, subject: RequestSubject): KubeError {
    const waitMs = retryAfterMs(response.headers, this.#options.clock.now());
    return errorFromResponse(
      {
        httpStatus: response.status,
        body: body.toString('utf8'),
        ...(waitMs !== undefined && { retryAfterMs: waitMs }),
      },
      subject,
    );
  }

  #warn(headers: ResponseHeaders): void {
    const { onWarning } = this.#options;
    if (onWarning === undefined || headers['warning'] === undefined) return;
    for (const warning of serverWarnings(headers)) onWarning(warning);
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isReplayable(request: RawRequest): boolean {
  return request.body === undefined || typeof request.body === 'string' || Buffer.isBuffer(request.body);
}

/** From here on the body belongs to the caller; only the caller's signal still ends it. */
function handOver(response: RawResponse, deadline: Deadline): RawResponse {
  deadline.stopTimer();
  response.body.once('close', () => deadline[Symbol.dispose]());
  return response;
}

async function readErrorBody(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ERROR_BODY_BYTES) break;
  }
  return Buffer.concat(chunks);
}
