import { once } from 'node:events';
import { ServerResponse, type IncomingMessage } from 'node:http';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { isUpgrade } from '../proxying/upgrade-offer.ts';
import { PatientLine, type PatientLineOptions } from './patient-line.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import { sortConnections } from './sort-connections.ts';

export interface HttpsServerOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly certificate: string;
  readonly key: string;
  /** What signs the certificates of clients. */
  readonly clientCa: string;
  /** Clients that let others go first. Default: there are none. */
  readonly patient?: PatientOptions;
}

/** How long requests that are being answered may take when the server stops. */
const STOP_GRACE_MS = 5000;

/** Go's servers give a client half a minute for its handshake and its headers. */
const HANDSHAKE_TIMEOUT_MS = 30_000;

/**
 * Of patient clients. At once: most of the time they are waited for, since those far away take a second; those that wait
 * for the reviews of their first request keep others' waiting for a quarter of a second at most. In a turn: each costs
 * three milliseconds until it is answered. Waiting: as many as have their turn before they give up. Held: until the
 * first request is answered, however slow the client.
 */
const PATIENT = { atOnce: 256, perTurn: 2, maxWaiting: 1000, maxHoldMs: 5_000 };

/** As kube-apiserver: a client that asks now and then should not have to shake hands each time. */
const KEEP_ALIVE_MS = 90_000;

/** Of one HTTP/2 connection, as kube-apiserver's. */
const MAX_STREAMS = 1000;

/**
 * Megabytes of one HTTP/2 connection, above which Node refuses new streams: the first part of what each stream is being
 * sent. A controller lists and watches everything over one connection; Node's ten are a few objects.
 */
const MAX_SESSION_MEMORY = 128;

/** A front proxy sends a header for every group of its user: there may be hundreds. */
const MAX_HEADERS = 2000;
const MAX_HEADER_BYTES = 128 * 1024;

/**
 * So few of them are dealt with at once that others hardly notice, and of those who come in thousands most are let go at
 * once.
 */
interface PatientOptions extends Partial<PatientLineOptions> {
  /** They offer it by ALPN, besides the one they speak. */
  readonly protocol: string;
}

/** HTTP/1.1 and HTTP/2 on one port. Client certificates are asked for and not required. */
export class HttpsServer {
  readonly #server: Http2SecureServer;
  readonly #clientCa: string;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #sockets = new Set<Socket>();
  /** Connections that are no TLS yet, by who is at their other end. */
  readonly #greeting = new Map<string, Socket>();
  readonly #patient: PatientLine;

  private constructor(server: Http2SecureServer, { clientCa, patient }: HttpsServerOptions) {
    this.#server = server;
    this.#clientCa = clientCa;
    this.#patient = new PatientLine({ ...PATIENT, ...patient });
  }

  /** Resolves when it listens; throws when it cannot. */
  static async listen(options: HttpsServerOptions, pipeline: RequestPipeline): Promise<HttpsServer> {
    const server = createSecureServer({
      cert: options.certificate,
      key: options.key,
      ca: options.clientCa,
      requestCert: true,
      rejectUnauthorized: false,
      allowHTTP1: true,
      pauseOnConnect: options.patient !== undefined,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxHeaderListPairs: MAX_HEADERS,
      maxSessionMemory: MAX_SESSION_MEMORY,
      settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEADER_BYTES },
    });
    const own = new HttpsServer(server, options);
    if (options.patient !== undefined) own.#letWait(options.patient.protocol);
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      own.#greeting.set(peer, socket);
      socket.once('close', () => own.#greeting.get(peer) === socket && own.#greeting.delete(peer));
    });
    server.on('request', (request, response) => {
      // The two have the same methods in what is used here; their types do not know of each other.
      void pipeline.serve(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    });
    // What asks for another protocol than those that are passed on is answered as if it had not asked.
    Object.assign(server, { shouldUpgradeCallback: isUpgrade, keepAliveTimeout: KEEP_ALIVE_MS });
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const served = pipeline.serve(request, responseOn(request, socket), { socket, head });
      void served.finally(() => own.#patient.leave(peerOf(socket)));
    });
    server.on('clientError', refuseUnreadable);
    server.on('session', (session) => own.#track(own.#sessions, session));
    server.on('secureConnection', (socket) => {
      // An answer's head and body, and a watch's events, go out at once: not when the one before is acknowledged.
      socket.setNoDelay(true);
      own.#greeting.delete(peerOf(socket));
      own.#track(own.#sockets, socket);
    });
    server.listen(options.port, options.host);
    await once(server, 'listening');
    return own;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Shows another certificate from now on. Connections that are open stay as they are. */
  renew({ certificate, key }: Pick<HttpsServerOptions, 'certificate' | 'key'>): void {
    this.#server.setSecureContext({ cert: certificate, key, ca: this.#clientCa });
  }

  /** Takes no more requests, lets those under way end, and closes every connection after a while. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#greeting.values()) socket.destroy();
    for (const session of this.#sessions) session.close();
    const timer = setTimeout(() => this.#destroyAll(), STOP_GRACE_MS);
    // What HTTP/2 has under way ends with its session.
    for (const socket of this.#sockets) if (!isHttp2(socket)) closeAfterAnswer(socket);
    await closed;
    clearTimeout(timer);
  }

  #letWait(protocol: string): void {
    const wait = (socket: Socket, begin: () => void) => this.#patient.enter(socket, peerOf(socket), begin);
    sortConnections(this.#server, { protocol, helloTimeoutMs: HANDSHAKE_TIMEOUT_MS, wait });
  }

  #destroyAll(): void {
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  #track<T extends { once(event: 'close', listener: () => void): unknown }>(all: Set<T>, one: T): void {
    all.add(one);
    one.once('close', () => all.delete(one));
  }
}

/** For the case that the request is answered, not upgraded: then the connection ends with the answer. */
function responseOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  socket.on('error', () => {});
  return response;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function isHttp2(socket: Socket & { alpnProtocol?: unknown }): boolean {
  return socket.alpnProtocol === 'h2';
}

/** At once, if nothing is being answered on it. */
function closeAfterAnswer(socket: Socket & { _httpMessage?: ServerResponse | null }): void {
  const { _httpMessage: answer } = socket;
  if (answer === undefined || answer === null) socket.destroy();
  else answer.once('finish', () => socket.destroySoon());
}
