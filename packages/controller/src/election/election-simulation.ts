import assert from 'node:assert/strict';
import type { Clock } from '../clock/clock.ts';
import type { Term } from '../lease/tenure.ts';
import type { SimulatedMachine } from '../simulation/simulated-machine.ts';
import { SimulatedWorld } from '../simulation/simulated-world.ts';
import { LeaderElector } from './leader-elector.ts';

const STORM_MS = 120_000;
/** A dead leader's lease (15 s), a request that hangs (5 s) and some turns. */
const CALM_MS = 40_000;
/** How long after waking the signal may still say that we lead. */
const SIGNAL_LAG_MS = 500;

interface Replica {
  readonly machine: SimulatedMachine;
  readonly elector: LeaderElector;
  readonly stop: AbortController;
  term: { readonly signal: AbortSignal; readonly term: Term; lostAtMs?: number } | undefined;
  ended: boolean;
}

/**
 * Three replicas, two minutes of storm, then calm. Throws if ever two lead at once, if an epoch does not exceed the
 * one before, if a signal outlives its term, or if there is no leader in the end.
 * `clockOf` is for showing that it would notice: it may give a replica a clock that breaks the rules.
 */
export async function simulateElection(
  seed: number,
  clockOf: (machine: SimulatedMachine) => Clock = (machine) => machine,
): Promise<{ terms: number }> {
  const simulation = new ElectionSimulation(seed, clockOf);
  await simulation.run();
  return { terms: simulation.terms };
}

class ElectionSimulation {
  terms = 0;
  readonly #world: SimulatedWorld;
  readonly #clockOf: (machine: SimulatedMachine) => Clock;
  readonly #replicas: Replica[] = [];
  #lastEpoch = -1;

  constructor(seed: number, clockOf: (machine: SimulatedMachine) => Clock) {
    this.#world = new SimulatedWorld(seed);
    this.#clockOf = clockOf;
  }

  async run(): Promise<void> {
    const { random, server } = this.#world;
    const check = (): void => this.#check();
    for (const identity of ['a', 'b', 'c']) this.#start(identity);
    this.#world.unleashStorm(
      this.#replicas.map(({ machine }) => machine),
      STORM_MS,
    );
    this.#world.sometimeBefore(STORM_MS, () => random.pick(this.#replicas).stop.abort());
    this.#world.sometimeBefore(STORM_MS, () => this.#replicas[0]?.machine.kill());
    this.#world.sometimeBefore(STORM_MS, () => server.touch('leader'));
    await this.#world.pass(STORM_MS, check);
    this.#start('late');
    await this.#world.pass(CALM_MS, check);
    assert.equal(this.#leaders().length, 1, 'a leader in the end');
    for (const { stop } of this.#replicas) stop.abort();
    await this.#world.pass(CALM_MS, check);
    assert.ok(
      this.#replicas.every(({ ended, machine }) => ended || machine.isDead),
      'all stopped',
    );
    assert.equal(server.get('leader').spec?.holderIdentity, '', 'released');
  }

  #start(identity: string): void {
    const { network, random } = this.#world;
    const machine = this.#world.newMachine();
    const client = network.clientOf(machine);
    const options = { client, namespace: 'ns', name: 'leader', identity, clock: this.#clockOf(machine) };
    const elector = new LeaderElector({ ...options, random: () => random.next() });
    const replica: Replica = { machine, elector, stop: new AbortController(), term: undefined, ended: false };
    const lead = (signal: AbortSignal, term: Term): Promise<void> => this.#lead(replica, signal, term);
    this.#world.go(elector.run(replica.stop.signal, lead).finally(() => (replica.ended = true)));
    this.#replicas.push(replica);
  }

  async #lead(replica: Replica, signal: AbortSignal, term: Term): Promise<void> {
    if (term.epoch <= this.#lastEpoch) this.#world.fail(`epoch ${term.epoch} after ${this.#lastEpoch}`);
    this.#lastEpoch = term.epoch;
    this.terms++;
    replica.term = { signal, term };
    await this.#world.workUntilTold(replica.machine, signal);
    replica.term = undefined;
    if (this.#world.random.chance(0.5)) signal.throwIfAborted();
  }

  #leaders(): Replica[] {
    return this.#replicas.filter(({ machine, elector }) => machine.isAwake && elector.isLeader());
  }

  #check(): void {
    const { nowMs } = this.#world;
    assert.ok(this.#leaders().length <= 1, `two leaders at ${nowMs}`);
    for (const { machine, term } of this.#replicas) {
      if (term === undefined || !machine.isAwake || term.term.isHeld()) continue;
      term.lostAtMs ??= nowMs;
      const lagMs = machine.awakeForMs <= SIGNAL_LAG_MS + 1 ? SIGNAL_LAG_MS : 1;
      const late = nowMs - term.lostAtMs > lagMs;
      assert.ok(term.signal.aborted || !late, `lost, but no signal at ${nowMs}`);
    }
  }
}
