import type { Duplex } from 'node:stream';
import type { DialTarget } from '../dial-target.ts';

/** A stream that can say how much of it waits for its reader. */
export interface BufferingStream extends Duplex {
  readonly bufferedBytes: number;
}

/** One session of an agent, whatever it speaks. The hub calls it; nothing blocks but `open`. */
export interface TunnelSession {
  /** Whether new streams may be opened. Those that are open go on either way. */
  readonly isAccepting: boolean;
  readonly streams: ReadonlySet<BufferingStream>;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  /** Rejects with a TunnelError. */
  open(target: DialTarget, signal: AbortSignal): Promise<Duplex>;
  /** Asks the agent to connect anew and to end this session after that. Not every protocol can. */
  move(): void;
  /** How long agents may take to come back when all were cut off. Not every protocol can carry it. */
  tellSpread(spreadMs: number): void;
  /** Ends it at once; its streams fail with `closed` and this reason. */
  destroy(reason: string): void;
}

/** Told once, when the session has gone. */
export type SessionClosedListener = (reason: string) => void;
