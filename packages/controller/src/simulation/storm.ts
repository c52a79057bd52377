import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedMachine } from './simulated-machine.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import type { Timeline } from './timeline.ts';

export interface StormParts {
  readonly timeline: Timeline;
  readonly random: SeededRandom;
  readonly network: SimulatedNetwork;
  readonly machines: readonly SimulatedMachine[];
  readonly untilMs: number;
}

/**
 * Misfortunes at random until `untilMs`, then all is well. Each machine has one at a time, a second apart: a wall
 * clock set back and a machine asleep in the same half second cannot be told from nothing.
 */
export function unleashStorm({ timeline, random, network, machines, untilMs }: StormParts): void {
  for (const machine of machines) trouble(machine);
  cutNetwork();
  timeline.at(untilMs, () => {
    network.stormy = false;
    network.cut = false;
    for (const machine of machines) machine.wake();
  });

  function trouble(machine: SimulatedMachine): void {
    timeline.in(random.between(1_000, 30_000), () => {
      if (timeline.nowMs >= untilMs || machine.isDead) return;
      const what = random.pick(['stop', 'sleep', 'ahead', 'back'] as const);
      if (what === 'ahead') machine.jumpWallClock(random.between(0, 60_000));
      else if (what === 'back') machine.jumpWallClock(-random.between(0, 60_000));
      else machine[what]();
      // A round number now and then: the same renewal time twice.
      if (what === 'back' && random.chance(0.3)) machine.jumpWallClock(-2_000);
      timeline.in(what === 'ahead' || what === 'back' ? 0 : random.between(100, 40_000), () => {
        machine.wake();
        trouble(machine);
      });
    });
  }

  function cutNetwork(): void {
    timeline.in(random.between(5_000, 60_000), () => {
      if (timeline.nowMs >= untilMs) return;
      network.cut = true;
      timeline.in(random.between(500, 25_000), () => {
        network.cut = false;
        cutNetwork();
      });
    });
  }
}
