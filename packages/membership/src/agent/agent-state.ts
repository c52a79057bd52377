/** What is told about a running agent, for metrics. Called in the middle of things: quick, and never throws. */
export interface AgentObserver {
  readonly leading?: (isLeading: boolean) => void;
  readonly registered?: (isRegistered: boolean) => void;
  readonly heartbeat?: (outcome: 'written' | 'nothing new' | 'failed') => void;
  readonly tokenRenewed?: () => void;
  /** Sessions of the tunnel that are open. */
  readonly tunnelSessions?: (count: number) => void;
  readonly dialled?: (outcome: 'opened' | 'refused' | 'failed') => void;
  readonly partFailed?: (part: string) => void;
}

export interface AgentReadiness {
  readonly isReady: boolean;
  /** For people: what is missing, or that all is well. */
  readonly reason: string;
}

/** Heartbeats that may be missing, as for the hub itself. */
const GRACE_PERIODS = 3;

/** How an agent is doing; `runAgent` keeps it up to date, `/readyz` asks it. */
export class AgentState {
  isLeading = false;
  /** The member's name, once the hub has approved it. */
  memberName: string | undefined;
  /** What keeps it from being registered. */
  problem: string | undefined;
  tunnelSessions = 0;
  /** In `elapsed` milliseconds. */
  lastHeartbeatMs: number | undefined;
  readonly #heartbeatPeriodMs: number;
  readonly #needsTunnel: boolean;

  constructor(options: { readonly heartbeatPeriodMs: number; readonly socketConnection: boolean }) {
    this.#heartbeatPeriodMs = options.heartbeatPeriodMs;
    this.#needsTunnel = options.socketConnection;
  }

  /** A replica that waits for its turn is ready: it has nothing to do. */
  readiness(elapsedMs: number): AgentReadiness {
    if (!this.isLeading) return { isReady: true, reason: 'another replica works' };
    if (this.memberName === undefined)
      return { isReady: false, reason: this.problem ?? 'not registered yet' };
    if (this.#needsTunnel && this.tunnelSessions === 0)
      return { isReady: false, reason: 'the tunnel is down' };
    if (this.lastHeartbeatMs === undefined) return { isReady: false, reason: 'no heartbeat yet' };
    if (elapsedMs - this.lastHeartbeatMs > GRACE_PERIODS * this.#heartbeatPeriodMs) {
      return { isReady: false, reason: 'the hub takes no heartbeat' };
    }
    return { isReady: true, reason: `member ${this.memberName}` };
  }
}
