import type { TunnelHub } from '../hub/tunnel-hub.ts';
import type { HubRig } from './tunnel-rig.ts';

export interface TestAgent {
  /** Its process dies: the connection goes without a word. */
  readonly kill: () => void;
}

/**
 * What not every protocol or agent has. Half-close: one side can say that it is done while the other goes on. Full duplex: a
 * side that asks the other to wait goes on sending itself (Go's remotedialer does not). Policy: it refuses some targets.
 */
type Ability = 'half-close' | 'full-duplex' | 'policy';

/** What is particular to a wire protocol. */
export interface ContractOptions {
  readonly protocol: 'h2' | 'remotedialer';
  readonly lacks: readonly Ability[];
  /** `dial` waits for the agent's answer; else a failure is an error of the stream. */
  readonly answersDials: boolean;
  /** Connects an agent, dialling by `dialTcp`. */
  readonly startAgent: (url: string) => Promise<TestAgent>;
  readonly eventually: (what: string, isTrue: () => boolean) => Promise<void>;
}

/** A hub with one member, `m1`, whose agent is connected. */
interface Scene {
  readonly rig: HubRig;
  readonly hub: TunnelHub;
  readonly agent: TestAgent;
}

export interface ContractCase {
  readonly name: string;
  readonly needs?: Ability;
  readonly run: (scene: Scene, options: ContractOptions) => Promise<void>;
}

/** For dials that nobody gives up. */
export const NEVER = new AbortController().signal;
