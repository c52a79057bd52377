import { setTimeout as delay } from 'node:timers/promises';
import { Choices } from './choices.ts';
import { planFaults, startingWishes, type FaultPlan, type Step } from './fault-plan.ts';
import { MEMBERS, type FaultWorld } from './fault-world.ts';
import { goodbyes } from './random-changes.ts';
import { settle } from './settle.ts';
import { strike, type Trouble } from './strike.ts';
import { wishesAfter } from './wishes.ts';

export interface FaultRunOptions {
  readonly seed: number;
  readonly steps: number;
  /** Told what is done, for whoever has to find out why it failed. */
  readonly note: (line: string) => void;
}

/**
 * A person changes their mind again and again while things go wrong. Afterwards the members hold what was said last,
 * and when all is taken back, nothing. Throws with the seed and what differs.
 */
export async function runFaults(world: FaultWorld, { seed, steps, note }: FaultRunOptions): Promise<void> {
  const { faults } = world.target;
  const plan = planFaults({ seed, choices: new Choices(seed), steps, members: MEMBERS, faults });
  const resetRings = startingWishes(MEMBERS);
  for (const [member, ring] of resetRings.rings) await world.person.tell({ what: 'ring', member, ring });
  await new FaultRun(world, plan, note).run();
}

class FaultRun {
  readonly #world: FaultWorld;
  readonly #plan: FaultPlan;
  readonly #note: (line: string) => void;
  #troubles: Trouble[] = [];

  constructor(world: FaultWorld, plan: FaultPlan, note: (line: string) => void) {
    this.#world = world;
    this.#plan = plan;
    this.#note = note;
  }

  async run(): Promise<void> {
    const { seed, steps, wishes } = this.#plan;
    for (const [index, step] of steps.entries()) {
      this.#note(`seed ${seed}, step ${index}: ${toldOf(step)}`);
      await this.#take(step).catch((error: unknown) => {
        throw new Error(`seed ${seed}, step ${index} (${step.fault.what})`, { cause: error });
      });
    }
    await this.#mendAll();
    const settled = { note: this.#note };
    await settle(this.#world, wishes, { ...settled, when: `seed ${seed}, after the last step` });
    let left = wishes;
    for (const name of wishes.subscriptions.keys()) {
      for (const change of goodbyes(left, name)) {
        left = wishesAfter(left, change);
        await this.#world.person.tell(change);
      }
    }
    await settle(this.#world, left, { ...settled, when: `seed ${seed}, when all was taken back` });
  }

  async #take({ changes, fault, afterMs }: Step): Promise<void> {
    const { person } = this.#world;
    await this.#mendDue();
    await this.#world.hubLeads();
    const telling = (async () => {
      for (const change of changes) await person.tell(change);
    })();
    const striking = delay(afterMs).then(() => strike(this.#world, fault));
    const [, trouble] = await Promise.all([telling, striking]);
    if (trouble !== undefined) this.#troubles.push(trouble);
    if (fault.what === 'member-api-killed') for (const { renew } of this.#troubles) await renew?.();
  }

  async #mendDue(): Promise<void> {
    const due = this.#troubles.filter(({ steps }) => steps <= 0);
    this.#troubles = this.#troubles
      .filter(({ steps }) => steps > 0)
      .map((trouble) => ({ ...trouble, steps: trouble.steps - 1 }));
    await Promise.all(due.map(({ mend }) => mend()));
  }

  async #mendAll(): Promise<void> {
    await Promise.all(this.#troubles.map(({ mend }) => mend()));
    this.#troubles = [];
  }
}

/** The step in words. */
function toldOf({ changes, fault, afterMs }: Step): string {
  const told = changes.map((change) => `${change.what} ${'name' in change ? change.name : change.member}`);
  return `${told.join(', ')}; after ${afterMs} ms ${Object.values(fault).join(' ')}`;
}
