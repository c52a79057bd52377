import type { Clock, Logger } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import type { TunnelAgentOptions } from '@banyan/tunnel';
import type { AgentOptions } from './agent-options.ts';
import type { AgentObserver, AgentState } from './agent-state.ts';

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
}
