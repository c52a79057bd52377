import type { TunnelErrorCode } from './tunnel-error.ts';

/** What is spoken on an agent's WebSocket. `peer`: between replicas of the hub. */
export type TunnelProtocol = 'h2' | 'remotedialer' | 'peer';

/**
 * Told of what happens, for metrics and logs. It is called in the middle of things: it must be quick and must not
 * throw. What is not given is not told.
 */
export interface TunnelObserver {
  readonly sessionOpened?: (event: { memberId: string; protocol: TunnelProtocol }) => void;
  readonly sessionClosed?: (event: SessionClosed) => void;
  /** `dialMs` until the agent had the connection; remotedialer does not say when, there it is 0. */
  readonly streamOpened?: (event: { memberId: string; protocol: TunnelProtocol; dialMs: number }) => void;
  readonly streamClosed?: (event: { memberId: string; protocol: TunnelProtocol }) => void;
  readonly dialFailed?: (event: { memberId: string; code: TunnelErrorCode }) => void;
  /** What went over a member's WebSocket since the last time: every few seconds where there was any, and at its end. */
  readonly bytes?: (event: { memberId: string; receivedBytes: number; sentBytes: number }) => void;
}

export interface SessionClosed {
  readonly memberId: string;
  readonly protocol: TunnelProtocol;
  readonly durationMs: number;
  readonly reason: string;
}
