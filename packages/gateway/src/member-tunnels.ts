import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** What the gateway needs of the tunnels to members; `TunnelHub` of @banyan/tunnel fits. */
export interface MemberTunnels {
  /**
   * Opens a byte stream in the member's network. Rejects with an error whose `code` is `not-connected`, `refused` (by the
   * agent's policy), `unreachable` (for the agent), `closed` or `aborted`.
   */
  dial(
    memberId: string,
    target: { readonly host: string; readonly port: number },
    signal: AbortSignal,
  ): Promise<Duplex>;
  /** Takes the connection of an agent that may be the one of this member. */
  accept(
    memberId: string,
    upgrade: { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer },
    protocol: 'h2' | 'remotedialer',
  ): void;
  /** Ends what was accepted for a member. */
  disconnect(memberId: string, reason: string): void;
}
