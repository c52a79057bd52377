import type { Clock, Logger } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import type { TunnelAgentOptions } from '@banyan/tunnel';
import type { AgentOptions } from './agent-options.ts';
import type { AgentObserver, AgentState } from './agent-state.ts';

/** A registered agent that deploys by itself what the hub has for its cluster. */
export interface DeploySession {
  readonly hubClient: KubeClient;
  /** The member's namespace in the hub: the only one that it may read. */
  readonly hubNamespace: string;
  /** To the member, as the account that may do everything there. */
  readonly deployClient: KubeClient;
}

/** What every part of an agent is given. */
export interface AgentContext {
  readonly memberClient: KubeClient;
  readonly options: AgentOptions;
  readonly state: AgentState;
  readonly observer: AgentObserver;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: () => number;
  /** `runTunnelAgent`. */
  readonly tunnel: (options: TunnelAgentOptions) => Promise<void>;
  /** Deploys until the signal aborts; run where the hub does not push. */
  readonly deploy: ((session: DeploySession, signal: AbortSignal) => Promise<void>) | undefined;
}
