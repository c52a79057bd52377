import { Duplex } from 'node:stream';
import { printable, TunnelError } from '../tunnel-error.ts';
import { EOF } from './frames.ts';

type Done = (error?: Error | null) => void;

/** As remotedialer's own ends do it: the sender is asked to wait above the one, to go on below the other. */
const PAUSE_ABOVE_BYTES = 2 * 1024 * 1024;
const RESUME_BELOW_BYTES = 256 * 1024;
/** What is on its way when a pause is asked for still arrives; an agent that sends more than this does not heed it. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

/** What a stream says to its session. */
export interface StreamLink {
  /** Calls back when the next may be sent. */
  readonly send: (bytes: Buffer, done: Done) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** `reason` for the agent, or undefined where the agent knows. */
  readonly closed: (reason: string | undefined) => void;
}

/**
 * One connection of a remotedialer session. The protocol has no half-close: `end` is not told to the agent, or it
 * would cut what is still to come; the agent's end ends both directions.
 */
export class RemotedialerStream extends Duplex {
  readonly #link: StreamLink;
  #isPausing = false;
  #isHeld = false;
  #heldWrite: (() => void) | undefined;
  #agentHasClosed = false;
  #hasReceived = false;

  constructor(link: StreamLink) {
    // Node asks for more, by `_read`, when less than that is left.
    super({ highWaterMark: RESUME_BELOW_BYTES, allowHalfOpen: false });
    this.#link = link;
    // It may fail before its new owner listens, and without a listener that would end the process.
    this.on('error', () => undefined);
  }

  get bufferedBytes(): number {
    return this.readableLength;
  }

  /** Data of the agent. */
  receive(bytes: Buffer): void {
    this.#hasReceived = true;
    if (this.destroyed || this.#agentHasClosed) return;
    this.push(bytes);
    if (this.readableLength > MAX_UNREAD_BYTES) {
      this.destroy(new TunnelError('closed', 'the agent sends although it was asked to wait'));
    } else if (this.readableLength > PAUSE_ABOVE_BYTES && !this.#isPausing) {
      this.#isPausing = true;
      this.#link.pause();
    }
  }

  /** The agent has closed the connection; with other words than `EOF` it failed. */
  agentClosed(words: string): void {
    if (this.#agentHasClosed) return;
    this.#agentHasClosed = true;
    this.release();
    if (words === EOF) {
      this.push(null);
      return;
    }
    const code = this.#hasReceived ? 'closed' : 'unreachable';
    this.destroy(new TunnelError(code, `the agent: ${printable(words) || 'the connection failed'}`));
  }

  /** The agent's reader is behind. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    const write = this.#heldWrite;
    this.#heldWrite = undefined;
    write?.();
  }

  override _read(): void {
    if (!this.#isPausing) return;
    this.#isPausing = false;
    this.#link.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    if (this.#isHeld) {
      this.#heldWrite = () => this._write(chunk, 'binary', done);
    } else if (this.#agentHasClosed) {
      // Nobody takes it any more, which is no reason to lose what is still to be read.
      done();
    } else {
      this.#link.send(chunk, done);
    }
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#heldWrite = undefined;
    this.#link.closed(this.#agentHasClosed ? undefined : (error?.message ?? EOF));
    done(error);
  }
}
