import type { KubectlTarget } from '@banyan/testing/kubectl-suite';
import type { Ability } from './scenario.ts';

/** A cluster that scenarios run on: of the playground, or a real one with simulated nodes. It has three nodes. */
export interface ScenarioTarget extends KubectlTarget {
  readonly abilities: ReadonlySet<Ability>;
  readonly nodes: readonly string[];
  /** Words that only this target uses, and what to call them in a transcript. */
  readonly ownWords: ReadonlyMap<string, string>;
  /** Cuts a node off: no more heartbeats, and nothing is done about its pods. */
  loseNode(name: string): Promise<void>;
  /** Leaves no process and no file. */
  stop(): Promise<void>;
}

export interface TargetOptions {
  /** Nodes that are silent for a short while are given up. Others get a minute, since machines are busy. */
  readonly losesNodes?: boolean;
}
