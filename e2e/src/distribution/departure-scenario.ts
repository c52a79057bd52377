import type { TestContext } from 'node:test';
import { Departures } from './departures.ts';
import type { FaultWorld } from './fault-world.ts';

/** What becomes of deployed things when members, namespaces and subscriptions go, as subtests in their order. */
export async function departureScenario(t: TestContext, world: FaultWorld): Promise<void> {
  const departures = new Departures(world, t);
  const steps: readonly [what: string, run: () => Promise<void>][] = [
    ['five members get what two subscriptions say', () => departures.deploy()],
    [
      'members that were away when a subscription ended are cleaned when they return',
      () => departures.endWhileAway('s2', ['berlin', 'kyoto']),
    ],
    [
      'namespaces that someone deletes in a member come back with what was in them',
      () => departures.loseNamespaces(['lima', 'oslo']),
    ],
    ['one that is pushed to leaves, and what runs there stays', () => departures.letGo('lima')],
    ['so does one that pulls', () => departures.letGo('oslo')],
    ['meanwhile the others get something else', () => departures.changeMind()],
    ['who joins again under his name gets what is wanted now', () => departures.joinAgain('lima')],
    ['also if he pulls', () => departures.joinAgain('oslo')],
    ['one that is pushed to is drained', () => departures.drain('berlin')],
    ['so is one that pulls', () => departures.drain('kyoto')],
    ['and one without an agent', () => departures.drain('perth')],
    ['they join again, too', () => departures.joinAgain('berlin')],
    ['with an agent that pulls', () => departures.joinAgain('kyoto')],
    ['and without one', () => departures.joinAgain('perth')],
    ['when all is taken back nothing is left', () => departures.endAll()],
  ];
  for (const [what, run] of steps) {
    let isDone = false;
    await t.test(what, async () => {
      await run();
      isDone = true;
    });
    // The rest stands on it.
    if (!isDone) throw new Error(`not so: ${what}`);
  }
}
