import { ModelServer } from './model-server.ts';
import { SeededRandom } from './seeded-random.ts';
import { SimulatedMachine } from './simulated-machine.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { unleashStorm } from './storm.ts';
import { Timeline } from './timeline.ts';

/** A server, a network, machines and time, all decided by a seed. */
export class SimulatedWorld {
  readonly random: SeededRandom;
  readonly timeline = new Timeline();
  readonly server = new ModelServer();
  readonly network: SimulatedNetwork;
  /** What went wrong where nobody awaits it. */
  readonly #failures: unknown[] = [];

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
    this.network = new SimulatedNetwork(this.timeline, this.random, this.server);
  }

  get nowMs(): number {
    return this.timeline.nowMs;
  }

  newMachine(): SimulatedMachine {
    return new SimulatedMachine(this.timeline, this.random);
  }

  /** Something goes on by itself; its failure fails the simulation. */
  go(task: Promise<void>): void {
    task.catch((error: unknown) => this.#failures.push(error));
  }

  fail(message: string): void {
    this.#failures.push(new Error(message));
  }

  unleashStorm(machines: readonly SimulatedMachine[], untilMs: number): void {
    const { timeline, random, network } = this;
    unleashStorm({ timeline, random, network, machines, untilMs });
  }

  sometimeBefore(timeMs: number, happen: () => void): void {
    this.timeline.in(this.random.between(0, timeMs), happen);
  }

  async pass(ms: number, check: () => void): Promise<void> {
    await this.timeline.runUntil(this.nowMs + ms, () => {
      if (this.#failures.length > 0) throw this.#failures[0];
      check();
    });
  }

  /** Work that goes on until it is told to stop, and then takes up to three seconds to end. */
  async workUntilTold(machine: SimulatedMachine, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => void machine.after(this.random.between(0, 3_000), resolve);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    await promise;
  }
}
