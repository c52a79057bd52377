import assert from 'node:assert/strict';
import type { Term } from '../lease/tenure.ts';
import type { SimulatedMachine } from '../simulation/simulated-machine.ts';
import { SimulatedWorld } from '../simulation/simulated-world.ts';
import { Sharder } from './sharder.ts';

const STORM_MS = 90_000;
/** The dead are known after 15 s, their leases run out in the same time; then the moves, one or two turns each. */
const CALM_MS = 60_000;

interface Replica {
  readonly machine: SimulatedMachine;
  readonly sharder: Sharder;
  readonly stop: AbortController;
  ended: boolean;
}

/**
 * Three replicas that share some shards, a storm, then calm. Throws if ever a shard has two owners, if an epoch does
 * not exceed the one before, if in the end a shard has no owner, the shares are uneven or something still moves.
 */
export async function simulateSharding(seed: number): Promise<{ terms: number }> {
  const simulation = new ShardingSimulation(seed);
  await simulation.run();
  return { terms: simulation.terms };
}

class ShardingSimulation {
  terms = 0;
  readonly #world: SimulatedWorld;
  readonly #replicas: Replica[] = [];
  readonly #lastEpochs = new Map<number, number>();

  constructor(seed: number) {
    this.#world = new SimulatedWorld(seed);
  }

  async run(): Promise<void> {
    const { random } = this.#world;
    const check = (): void => this.#check();
    // They ask for different numbers of shards, and have to agree.
    for (const [i, identity] of ['a', 'b', 'c'].entries()) this.#start(identity, 5 + i);
    this.#world.unleashStorm(
      this.#replicas.map(({ machine }) => machine),
      STORM_MS,
    );
    this.#world.sometimeBefore(STORM_MS, () => random.pick(this.#replicas).stop.abort());
    this.#world.sometimeBefore(STORM_MS, () => this.#replicas[0]?.machine.kill());
    await this.#world.pass(STORM_MS, check);
    this.#start('late', 1);
    await this.#world.pass(CALM_MS, check);
    this.#checkEven();
    const settledTerms = this.terms;
    await this.#world.pass(CALM_MS, check);
    assert.equal(this.terms, settledTerms, 'nothing moves without a reason');
    for (const { stop } of this.#replicas) stop.abort();
    await this.#world.pass(CALM_MS, check);
    assert.ok(
      this.#replicas.every(({ ended, machine }) => ended || machine.isDead),
      'all stopped',
    );
  }

  #start(identity: string, shards: number): void {
    const { network, random } = this.#world;
    const machine = this.#world.newMachine();
    const client = network.clientOf(machine);
    const options = { client, namespace: 'ns', group: 'g', identity, shards, clock: machine };
    const sharder = new Sharder({ ...options, random: () => random.next() });
    const replica: Replica = { machine, sharder, stop: new AbortController(), ended: false };
    const work = (shard: number, signal: AbortSignal, term: Term): Promise<void> => {
      this.#noteTerm(shard, term);
      return this.#world.workUntilTold(machine, signal);
    };
    this.#world.go(sharder.run(replica.stop.signal, work).finally(() => (replica.ended = true)));
    this.#replicas.push(replica);
  }

  #noteTerm(shard: number, { epoch }: Term): void {
    const last = this.#lastEpochs.get(shard) ?? -1;
    if (epoch <= last) this.#world.fail(`shard ${shard}: epoch ${epoch} after ${last}`);
    this.#lastEpochs.set(shard, epoch);
    this.terms++;
  }

  #check(): void {
    const owned = new Set<number>();
    for (const { machine, sharder } of this.#replicas) {
      if (!machine.isAwake) continue;
      for (const shard of sharder.owned()) {
        assert.ok(!owned.has(shard), `shard ${shard} has two owners at ${this.#world.nowMs}`);
        owned.add(shard);
      }
    }
  }

  #checkEven(): void {
    const live = this.#replicas.filter(({ machine, stop }) => machine.isAwake && !stop.signal.aborted);
    const shares = live.map(({ sharder }) => sharder.owned().length);
    const shards = live[0]?.sharder.shardCount ?? 0;
    const sum = shares.reduce((a, b) => a + b);
    assert.equal(sum, shards, `shares of ${shares.join()} for ${shards} shards`);
    assert.ok(Math.max(...shares) - Math.min(...shares) <= 1, `uneven shares of ${shares.join()}`);
  }
}
