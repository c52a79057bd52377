import type { SyncMode } from '@banyan/api/clusternet';
import type { Choices } from './choices.ts';
import { randomChanges } from './random-changes.ts';
import { wishesAfter, type Change, type Ring, type Wishes } from './wishes.ts';

export type StormStatus = 409 | 429 | 500;

/** What goes wrong at one step. */
export type Fault =
  /** The replica of this number, counted around. */
  | { readonly what: 'hub-killed'; readonly replica: number }
  | { readonly what: 'hub-api-killed' | 'hub-cut' }
  | { readonly what: 'agent-killed' | 'member-api-killed' | 'member-cut'; readonly member: string }
  | { readonly what: 'hub-storm'; readonly status: StormStatus }
  | { readonly what: 'member-storm'; readonly member: string; readonly status: StormStatus }
  /** For this step and the next ones. */
  | { readonly what: 'member-away'; readonly member: string }
  | { readonly what: 'mode-switched'; readonly member: string; readonly mode: SyncMode }
  /** Someone in the member changes, or deletes, what is ours. */
  | { readonly what: 'member-meddled'; readonly member: string; readonly deletes: boolean };

export type FaultName = Fault['what'];

export interface Step {
  readonly changes: readonly Change[];
  readonly fault: Fault;
  /** From when the first change is told to when the fault begins. */
  readonly afterMs: number;
}

export interface PlannedMember {
  readonly name: string;
  readonly hasAgent: boolean;
  readonly mode: SyncMode;
  readonly ring: Ring;
  /** Its ring never changes. */
  readonly isAnchor: boolean;
}

export interface FaultPlan {
  readonly seed: number;
  readonly steps: readonly Step[];
  /** After all of them. */
  readonly wishes: Wishes;
}

export interface PlanOptions {
  readonly seed: number;
  readonly choices: Choices;
  readonly steps: number;
  readonly members: readonly PlannedMember[];
  /** What can go wrong there: each of them once before one comes again. */
  readonly faults: readonly FaultName[];
}

/** A member is away for a step and so many more: for the whole of an update, and of a deletion. */
export const STEPS_AWAY = 2;
/** From a template in the hub to an object in the member takes about this long. */
const LATEST_FAULT_MS = 1500;
const NEXT_MODE: Readonly<Record<SyncMode, SyncMode>> = { Push: 'Pull', Pull: 'Dual', Dual: 'Push' };

export function startingWishes(members: readonly PlannedMember[]): Wishes {
  const rings = new Map(members.map(({ name, ring }) => [name, ring]));
  return { templates: new Map(), subscriptions: new Map(), overrides: new Map(), rings };
}

/** All that a run does, decided by its seed alone. */
export function planFaults({ seed, choices, steps: count, members, faults }: PlanOptions): FaultPlan {
  const anchors = members.filter(({ isAnchor }) => isAnchor).map(({ name }) => name);
  let last = 0;
  const serial = (): number => (last += 1);
  const modes = new Map(members.map(({ name, mode }) => [name, mode]));
  let wishes = startingWishes(members);
  const away = new Map<string, number>();
  let left: FaultName[] = [];
  const steps = Array.from({ length: count }, (_, index): Step => {
    const changes = Array.from({ length: 1 + choices.whole(3) }).flatMap(() => {
      const told = randomChanges(wishes, { choices, anchors, serial });
      wishes = told.reduce(wishesAfter, wishes);
      return told;
    });
    if (left.length === 0) left = choices.shuffled(faults);
    const there = members.filter(({ name }) => (away.get(name) ?? -1) < index);
    const fault = faultOf(left.pop() ?? 'hub-killed', { choices, members: there, modes });
    if (fault.what === 'member-away') away.set(fault.member, index + STEPS_AWAY);
    return { changes, fault, afterMs: choices.whole(LATEST_FAULT_MS) };
  });
  return { seed, steps, wishes };
}

interface FaultSetting {
  readonly choices: Choices;
  /** Those that are not away. */
  readonly members: readonly PlannedMember[];
  /** As they are now. */
  readonly modes: Map<string, SyncMode>;
}

function faultOf(what: FaultName, { choices, members, modes }: FaultSetting): Fault {
  const member = choices.one(members).name;
  const agent = choices.one(members.filter(({ hasAgent }) => hasAgent)).name;
  const status = choices.one([409, 429, 500] as const);
  switch (what) {
    case 'hub-killed':
      return { what, replica: choices.whole(2) };
    case 'hub-api-killed':
    case 'hub-cut':
      return { what };
    case 'agent-killed':
      return { what, member: agent };
    case 'member-api-killed':
    case 'member-cut':
    case 'member-away':
      return { what, member };
    case 'hub-storm':
      return { what, status };
    case 'member-storm':
      return { what, member, status };
    case 'mode-switched': {
      const mode = NEXT_MODE[modes.get(agent) ?? 'Dual'];
      modes.set(agent, mode);
      return { what, member: agent, mode };
    }
    case 'member-meddled':
      return { what, member, deletes: choices.chance(0.5) };
  }
}
