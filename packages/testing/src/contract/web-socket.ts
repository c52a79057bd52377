import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { Duplex } from 'node:stream';
import type { HttpsPeer, HttpsRequest } from '../kubernetes/https-request.ts';

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const CLOSE = 8;

/** Ends a wait for a peer that neither answers nor closes. */
const DEADLINE_MS = 300_000;

/** What the other side must answer to this key. */
export function acceptKey(key: string): string {
  return createHash('sha1').update(`${key}${MAGIC}`).digest('base64');
}

/** An answer to a request to switch to WebSocket: without a socket it was refused, with this body. */
export interface UpgradeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly socket?: WebSocketPipe;
  readonly body: Buffer;
}

/** Asks for a WebSocket by node:https alone: the suite talks to the server, not through a client of ours. */
export async function openWebSocket(peer: HttpsPeer, request: HttpsRequest): Promise<UpgradeAnswer> {
  const { hostname, port } = new URL(peer.server);
  const outgoing = httpsRequest({
    hostname,
    port,
    path: request.path,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...request.headers,
    },
    ca: peer.ca,
    ...(peer.certificate !== undefined && { cert: peer.certificate, key: peer.key }),
    agent: false,
    timeout: DEADLINE_MS,
  });
  outgoing.on('timeout', () => outgoing.destroy(new Error(`no end of ${request.path}`)));
  outgoing.end();
  const switched = once(outgoing, 'upgrade') as Promise<[IncomingMessage, Duplex, Buffer]>;
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  const [message, duplex, head] = await Promise.race([switched, answered]);
  const { statusCode: status = 0, headers } = message;
  if (duplex === undefined) return { status, headers, body: await buffer(message) };
  return { status, headers, socket: new WebSocketPipe(duplex, head), body: Buffer.alloc(0) };
}

/** The client's end of a WebSocket, as far as short binary messages go. */
export class WebSocketPipe {
  readonly #duplex: Duplex;
  #rest: Buffer;

  constructor(duplex: Duplex, head: Buffer = Buffer.alloc(0)) {
    this.#duplex = duplex;
    this.#rest = head;
  }

  /** One binary message, masked as a client must. Up to 125 bytes, so that its length fits the first form. */
  send(payload: Buffer): void {
    const mask = randomBytes(4);
    const masked = payload.map((byte, i) => byte ^ (mask[i % 4] ?? 0));
    this.#duplex.write(Buffer.concat([Buffer.from([0x82, 0x80 | payload.length]), mask, masked]));
  }

  close(): void {
    this.#duplex.destroy();
  }

  /** Every message until the other side closes; `isEnough` closes it from here. */
  async *messages(isEnough: (payload: Buffer) => boolean = () => false): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const frame = this.#takeFrame();
        if (frame !== undefined) {
          if (frame.opcode === CLOSE) return;
          if (frame.opcode > CLOSE) continue;
          yield frame.payload;
          if (isEnough(frame.payload)) return;
        } else if (!(await this.#read())) return;
      }
    } finally {
      this.close();
    }
  }

  async #read(): Promise<boolean> {
    const chunk = (this.#duplex.read() as Buffer | null) ?? undefined;
    if (chunk !== undefined) this.#rest = Buffer.concat([this.#rest, chunk]);
    else if (this.#duplex.readableEnded || this.#duplex.destroyed) return false;
    else await Promise.race([once(this.#duplex, 'readable'), once(this.#duplex, 'end')]);
    return true;
  }

  #takeFrame(): { opcode: number; payload: Buffer } | undefined {
    const bytes = this.#rest;
    if (bytes.length < 2) return undefined;
    const short = bytes.readUInt8(1) & 0x7f;
    const start = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (bytes.length < start) return undefined;
    const length =
      short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
    if (bytes.length < start + length) return undefined;
    this.#rest = bytes.subarray(start + length);
    return { opcode: bytes.readUInt8(0) & 0x0f, payload: bytes.subarray(start, start + length) };
  }
}
