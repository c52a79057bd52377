import type { Intercept } from '@banyan/apiserver';
import { systemClock, type Clock } from '@banyan/controller';
import { NO_FAULTS, type CutMode, type ErrorAnswers, type FaultState, type Flapping } from './fault-state.ts';
import type { GateState } from './network-gate.ts';
import { NodePower } from './node-power.ts';
import { requestFaults } from './request-faults.ts';
import { ShiftedClock } from './shifted-clock.ts';

export interface ClusterFaultsOptions {
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** What is wrong with one cluster, on demand. Faults add up until `heal`. */
export class ClusterFaults {
  /** The cluster's own time. */
  readonly clock: Clock;
  readonly nodes = new NodePower();
  /** To be put in front of the requests of the cluster's API server. */
  readonly intercept: Intercept;
  readonly #trueClock: Clock;
  readonly #shifted: ShiftedClock;
  #state: Omit<FaultState, 'deadNodes' | 'clockOffsetMs'> = NO_FAULTS;
  #gate: { set(state: GateState): Promise<void> } | undefined;
  #stopFlapping = () => {};

  constructor({ clock = systemClock, random = Math.random }: ClusterFaultsOptions = {}) {
    this.#trueClock = clock;
    this.#shifted = new ShiftedClock(clock);
    this.clock = this.#shifted;
    this.intercept = requestFaults({ clock, random, state: () => this.#state });
  }

  /** What stands between the cluster and its clients. Without one it cannot be cut off. */
  useGate(gate: { set(state: GateState): Promise<void> }): void {
    this.#gate = gate;
  }

  get state(): FaultState {
    return { ...this.#state, clockOffsetMs: this.#shifted.offsetMs, deadNodes: this.nodes.dead };
  }

  /** Clients no longer reach the API server; what they have open, watches and tunnels too, breaks. */
  async cut(mode: CutMode = 'refuse'): Promise<void> {
    this.#change({ cut: mode, flapping: undefined });
    await this.#gate?.set(mode);
  }

  /** Cut off and back, over and over; it begins with being cut off. */
  async flap(flapping: Flapping): Promise<void> {
    this.#change({ cut: undefined, flapping });
    await this.#turn(flapping, flapping.mode);
  }

  /** Every request waits this long before anything is done about it. */
  slow(delayMs: number): void {
    this.#state = { ...this.#state, delayMs };
  }

  answerErrors(errors: ErrorAnswers): void {
    this.#state = { ...this.#state, errors };
  }

  /** Negative: behind. */
  shiftClock(offsetMs: number): void {
    this.#shifted.offsetMs = offsetMs;
  }

  /** Ends all of it. */
  async heal(): Promise<void> {
    this.#change(NO_FAULTS);
    this.#shifted.offsetMs = 0;
    this.nodes.reviveAll();
    await this.#gate?.set('open');
  }

  /** The cluster stops: nothing more is to happen. */
  close(): void {
    this.#stopFlapping();
  }

  #change(state: Partial<FaultState>): void {
    this.#stopFlapping();
    this.#state = { ...this.#state, ...state };
  }

  async #turn(flapping: Flapping, state: GateState): Promise<void> {
    const next = state === 'open' ? flapping.mode : 'open';
    this.#stopFlapping = this.#trueClock.after(flapping.periodMs / 2, () => {
      // A gate that cannot open says so when it is asked to heal; here the next turn tries again.
      this.#turn(flapping, next).catch(() => {});
    });
    await this.#gate?.set(state);
  }
}
