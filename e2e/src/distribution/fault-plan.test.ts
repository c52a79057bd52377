import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Choices } from './choices.ts';
import { planFaults, STEPS_AWAY, type FaultName, type FaultPlan, type PlannedMember } from './fault-plan.ts';
import { membersOf } from './wishes.ts';

const MEMBERS: readonly PlannedMember[] = [
  { name: 'one', hasAgent: true, mode: 'Dual', ring: 'a', isAnchor: true },
  { name: 'two', hasAgent: true, mode: 'Pull', ring: 'b', isAnchor: true },
  { name: 'three', hasAgent: true, mode: 'Push', ring: 'a', isAnchor: false },
  { name: 'four', hasAgent: false, mode: 'Push', ring: 'a', isAnchor: false },
];
const FAULTS: readonly FaultName[] = ['hub-killed', 'agent-killed', 'member-away', 'mode-switched'];
const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

function planOf(seed: number): FaultPlan {
  return planFaults({ seed, choices: new Choices(seed), steps: 12, members: MEMBERS, faults: FAULTS });
}

test('a seed decides everything', () => {
  assert.deepEqual(planOf(7), planOf(7));
  assert.notDeepEqual(planOf(7).steps, planOf(8).steps);
});

test('each fault comes once before one comes again', () => {
  for (const { steps } of SEEDS.map(planOf))
    for (let from = 0; from < steps.length; from += FAULTS.length) {
      const round = steps.slice(from, from + FAULTS.length).map(({ fault }) => fault.what);
      assert.deepEqual(round.toSorted(), FAULTS.toSorted());
    }
});

test('what is wished in the end can be: every subscription has a member, and every feed its template', () => {
  for (const { seed, wishes } of SEEDS.map(planOf))
    for (const [name, wished] of wishes.subscriptions) {
      assert.ok(membersOf(wishes, wished).length > 0, `seed ${seed}: ${name} has no member`);
      assert.ok(wished.feeds.length > 0, `seed ${seed}: ${name} has no feed`);
      for (const feed of wished.feeds)
        assert.ok(wishes.templates.has(feed), `seed ${seed}: ${feed} is missing`);
    }
});

test('nothing more happens to a member that is away', () => {
  for (const { seed, steps } of SEEDS.map(planOf))
    for (const [index, { fault }] of steps.entries()) {
      if (fault.what !== 'member-away') continue;
      for (const { fault: later } of steps.slice(index + 1, index + 1 + STEPS_AWAY))
        assert.ok(!('member' in later) || later.member !== fault.member, `seed ${seed}, step ${index}`);
    }
});
