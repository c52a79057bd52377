/** An agent of remotedialer for tests, written from the description of its wire protocol. */
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { dialTcp } from '../contract/tunnel-rig.ts';
import { parseAuthority } from '../dial-target.ts';
import { messageOf } from '../tunnel-error.ts';
import { decodeFrame, encodeFrame, EOF, FRAME_TYPES } from './frames.ts';

const PAUSE_ABOVE_BYTES = 2 * 1024 * 1024;
const RESUME_BELOW_BYTES = 256 * 1024;
const EMPTY = Buffer.alloc(0);

/** What the agent has of one connection. */
interface Connection {
  /** What came before the target was connected. */
  waiting: Buffer[];
  socket: Duplex | undefined;
  isPausing: boolean;
}

export class RemotedialerTestAgent {
  readonly #webSocket: WebSocket;
  readonly #connections = new Map<number, Connection>();
  /** As the agents do: it begins anywhere in 63 bits. */
  #messageId = 2 ** 52;

  constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket;
    webSocket.on('error', () => undefined);
    webSocket.on('message', (message: Buffer) => this.#receive(message));
    webSocket.once('close', () => {
      for (const { socket } of this.#connections.values()) socket?.destroy();
    });
  }

  static async connect(url: string): Promise<RemotedialerTestAgent> {
    const webSocket = new WebSocket(url, { perMessageDeflate: false });
    const agent = new RemotedialerTestAgent(webSocket);
    await new Promise((resolve, reject) => webSocket.once('open', resolve).once('error', reject));
    return agent;
  }

  kill(): void {
    this.#webSocket.terminate();
  }

  #receive(message: Buffer): void {
    const { type, connectionId, body } = decodeFrame(message);
    const connection = this.#connections.get(connectionId);
    switch (type) {
      case FRAME_TYPES.connect:
        void this.#connect(connectionId, body.toString());
        return;
      case FRAME_TYPES.data:
        if (connection === undefined) this.#send(FRAME_TYPES.error, connectionId, 'connection not found');
        else this.#data(connectionId, connection, body);
        return;
      case FRAME_TYPES.error:
        this.#connections.delete(connectionId);
        connection?.socket?.destroy();
        return;
      case FRAME_TYPES.pause:
        connection?.socket?.pause();
        return;
      case FRAME_TYPES.resume:
        connection?.socket?.resume();
        return;
      default:
        this.#webSocket.close();
    }
  }

  async #connect(id: number, address: string): Promise<void> {
    const connection: Connection = { waiting: [], socket: undefined, isPausing: false };
    this.#connections.set(id, connection);
    try {
      const target = parseAuthority(address.replace(/^tcp\//, ''));
      if (target === undefined) throw new Error('not an address');
      const socket = await dialTcp(target, new AbortController().signal);
      if (!this.#connections.has(id)) socket.destroy();
      connection.socket = socket;
      for (const bytes of connection.waiting.splice(0)) this.#data(id, connection, bytes);
      socket.on('data', (bytes: Buffer) => this.#send(FRAME_TYPES.data, id, bytes));
      socket.once('end', () => this.#close(id, EOF));
      socket.on('error', (error) => this.#close(id, error.message));
    } catch (error) {
      this.#close(id, messageOf(error));
    }
  }

  #data(id: number, connection: Connection, bytes: Buffer): void {
    const { socket } = connection;
    if (socket === undefined) {
      connection.waiting.push(bytes);
      return;
    }
    socket.write(bytes, () => {
      if (!connection.isPausing || socket.writableLength > RESUME_BELOW_BYTES) return;
      connection.isPausing = false;
      this.#send(FRAME_TYPES.resume, id, EMPTY);
    });
    if (socket.writableLength > PAUSE_ABOVE_BYTES && !connection.isPausing) {
      connection.isPausing = true;
      this.#send(FRAME_TYPES.pause, id, EMPTY);
    }
  }

  #close(id: number, words: string): void {
    const connection = this.#connections.get(id);
    if (!this.#connections.delete(id)) return;
    connection?.socket?.destroy();
    this.#send(FRAME_TYPES.error, id, words);
  }

  #send(type: number, connectionId: number, body: string | Buffer): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    this.#messageId += 1;
    this.#webSocket.send(encodeFrame(this.#messageId, { type, connectionId, body: Buffer.from(body) }));
  }
}
