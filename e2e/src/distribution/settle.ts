import { setTimeout as delay } from 'node:timers/promises';
import { differencesInHub, differencesInMember } from './differences.ts';
import type { FaultWorld } from './fault-world.ts';
import type { Wishes } from './wishes.ts';

/** Only ends a hang; the longest pause of anything here is half a minute. */
const DEADLINE_MS = 180_000;
const LOOK_MS = 250;
/** Between two notes of what is still missing. */
const NOTE_MS = 10_000;
/** As long as this nothing may come undone. */
const QUIET_MS = 1500;

export interface SettleOptions {
  /** For messages. */
  readonly when: string;
  readonly note: (line: string) => void;
}

/** Waits until hub and members are as wished, object by object, and stay so. Throws with what differs. */
export async function settle(
  world: FaultWorld,
  wishes: Wishes,
  { when, note }: SettleOptions,
): Promise<void> {
  const began = performance.now();
  const fail = (how: string, different: readonly string[]): never => {
    throw new Error(`${when}${how}:\n${different.join('\n')}`);
  };
  let noted = began;
  for (;;) {
    const different = await differences(world, wishes);
    if (different.length === 0) break;
    if (performance.now() - began > DEADLINE_MS) fail('', different);
    if (performance.now() - noted > NOTE_MS) {
      noted = performance.now();
      note(`waiting: ${different.join('; ')}`);
    }
    await delay(LOOK_MS);
  }
  await delay(QUIET_MS);
  const different = await differences(world, wishes);
  if (different.length > 0) fail(', for a moment only', different);
  note(`settled ${when} after ${Math.round(performance.now() - began)} ms`);
}

async function differences({ fleet, members }: FaultWorld, wishes: Wishes): Promise<string[]> {
  const inMembers = [...members.values()]
    .filter(({ name }) => wishes.rings.has(name))
    .map(({ name, memberClient }) => differencesInMember(memberClient, name, wishes));
  try {
    return (await Promise.all([...inMembers, differencesInHub(fleet.hubClient, wishes)])).flat();
  } catch (error) {
    return [String(error)];
  }
}
