import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Placement } from '../words/binding.ts';
import type { Intent } from '../words/intent.ts';
import type { Member } from '../words/member.ts';
import { schedule } from './schedule.ts';

function member(name: string, facts: Partial<Member> = {}): Member {
  return {
    name,
    namespace: `clusternet-${name}`,
    id: name,
    labels: {},
    taints: [],
    state: 'ready',
    facts: {},
    ...facts,
  };
}

function intent(facts: Partial<Intent> = {}): Intent {
  return {
    targets: [{}],
    tolerations: [],
    taintsEndBindings: true,
    keepsLostMembers: true,
    division: { kind: 'replicate' },
    ...facts,
  };
}

function placed(...members: string[]): Placement {
  return { members, shares: new Map() };
}

const TAINT = { key: 'maintenance', value: 'tonight', effect: 'NoSchedule' } as const;
function lost(name: string, taints: Member['taints'] = []): Member {
  const stateTaint = 'lost';
  return member(name, {
    state: 'not-ready',
    stateTaint,
    taints: [{ key: stateTaint, effect: 'NoSchedule' }, ...taints],
  });
}

const PROD = { labels: { matchLabels: { tier: 'prod' } } };

const ROWS: readonly {
  readonly name: string;
  readonly intent: Intent;
  readonly members: readonly Member[];
  readonly previous?: Placement;
  readonly expected: readonly string[];
  readonly refused?: readonly string[];
}[] = [
  {
    name: 'members that one of the targets selects are bound, in the order of their names',
    intent: intent({ targets: [PROD, { names: ['c'] }] }),
    members: [
      member('c'),
      member('b', { labels: { tier: 'dev' } }),
      member('a', { labels: { tier: 'prod' } }),
    ],
    expected: ['a', 'c'],
    refused: ['b is not selected'],
  },
  {
    name: 'an empty selector selects every member, no target none',
    intent: intent({ targets: [{ labels: {} }] }),
    members: [member('a'), member('b')],
    expected: ['a', 'b'],
  },
  {
    name: 'what is excluded by name is not selected',
    intent: intent({ targets: [{ exclude: ['b'] }] }),
    members: [member('a'), member('b')],
    expected: ['a'],
    refused: ['b is not selected'],
  },
  {
    name: 'a taint that is not tolerated keeps works away and takes away what is there',
    intent: intent(),
    members: [member('a', { taints: [TAINT] }), member('b')],
    previous: placed('a'),
    expected: ['b'],
    refused: ['a has the taint maintenance=tonight:NoSchedule'],
  },
  {
    name: 'where taints do not end bindings, only new works are kept away',
    intent: intent({ taintsEndBindings: false }),
    members: [member('a', { taints: [TAINT] }), member('b', { taints: [TAINT] })],
    previous: placed('a'),
    expected: ['a'],
    refused: ['b has the taint maintenance=tonight:NoSchedule'],
  },
  {
    name: 'a tolerated taint and a preference keep nothing away',
    intent: intent({ tolerations: [{ key: 'maintenance', operator: 'Exists' }] }),
    members: [member('a', { taints: [TAINT, { key: 'x', effect: 'PreferNoSchedule' }] })],
    expected: ['a'],
  },
  {
    name: 'a member that just became unready keeps what it has and gets nothing new',
    intent: intent({ keepsLostMembers: false }),
    members: [member('a', { state: 'not-ready' }), member('b', { state: 'not-ready' }), member('c')],
    previous: placed('a'),
    expected: ['a', 'c'],
    refused: ['b is not ready'],
  },
  {
    name: 'a lost member gives up its binding where others can have its share',
    intent: intent({ keepsLostMembers: false }),
    members: [lost('a'), member('b')],
    previous: placed('a'),
    expected: ['b'],
    refused: ['a is not ready'],
  },
  {
    name: 'a lost member keeps its binding where everyone has everything, and gets nothing new',
    intent: intent(),
    members: [lost('a'), lost('b'), member('c')],
    previous: placed('a'),
    expected: ['a', 'c'],
    refused: ['b is not ready'],
  },
  {
    name: 'a taint of its own takes a lost member away all the same',
    intent: intent(),
    members: [lost('a', [TAINT]), member('b')],
    previous: placed('a'),
    expected: ['b'],
    refused: ['a has the taint maintenance=tonight:NoSchedule'],
  },
  {
    name: 'who tolerates the taint of a lost member gets it, before the taint is there too',
    intent: intent({ tolerations: [{ key: 'lost', operator: 'Exists' }], keepsLostMembers: false }),
    members: [lost('a'), member('b', { state: 'not-ready', stateTaint: 'lost' })],
    expected: ['a', 'b'],
  },
  {
    name: 'a member that is ready again is free when its taint goes',
    intent: intent(),
    members: [{ ...lost('a'), state: 'ready' }, member('b')],
    expected: ['b'],
    refused: ['a has the taint lost:NoSchedule'],
  },
  {
    name: 'a member that is ready again loses nothing while its taint is still there',
    intent: intent(),
    members: [{ ...lost('a'), state: 'ready' }, member('b')],
    previous: placed('a', 'b'),
    expected: ['a', 'b'],
  },
  {
    name: 'but it does for another taint',
    intent: intent(),
    members: [{ ...lost('a', [TAINT]), state: 'ready' }, member('b')],
    previous: placed('a', 'b'),
    expected: ['b'],
    refused: ['a has the taint maintenance=tonight:NoSchedule'],
  },
  {
    name: 'a member that leaves gets nothing, whatever is tolerated',
    intent: intent({ tolerations: [{ operator: 'Exists' }] }),
    members: [member('a', { state: 'leaving' }), member('b')],
    previous: placed('a'),
    expected: ['b'],
    refused: ['a is leaving'],
  },
];

for (const row of ROWS) {
  test(row.name, () => {
    const { members, previous } = row;
    const binding = schedule({ intent: row.intent, members, workloads: [], previous });
    assert.equal(binding.outcome, 'placed');
    assert.deepEqual(binding.members, row.expected);
    const refused = binding.refused.map(({ member: name, refusal }) => `${name} ${refusal.message}`);
    assert.deepEqual(refused, row.refused ?? []);
  });
}

test('when nothing fits, what runs is kept and it is said why', () => {
  const members = [member('a', { taints: [TAINT] }), member('b'), member('c', { state: 'leaving' })];
  const binding = schedule({
    intent: intent({ targets: [PROD] }),
    members,
    workloads: [],
    previous: placed('a', 'b', 'c', 'gone'),
  });
  assert.equal(binding.outcome, 'kept');
  assert.deepEqual(binding.members, ['a', 'b']);
  assert.deepEqual(binding.notes, [
    {
      code: 'nothing-fits',
      message: '0/3 clusters are available: 3 are not selected; what runs in 2 clusters is kept',
    },
  ]);
});

test('when nothing fits and nothing runs, the reasons are counted, the most frequent first', () => {
  const members = [
    member('a', { taints: [TAINT] }),
    member('b', { labels: { tier: 'prod' }, taints: [TAINT] }),
    member('c'),
  ];
  const binding = schedule({
    intent: intent({ targets: [PROD] }),
    members,
    workloads: [],
    previous: undefined,
  });
  assert.equal(binding.outcome, 'nowhere');
  assert.deepEqual(binding.members, []);
  assert.equal(
    binding.notes[0]?.message,
    '0/3 clusters are available: 2 are not selected, 1 has the taint maintenance=tonight:NoSchedule',
  );
});

test('a name that no member has is said, and the others are bound', () => {
  const binding = schedule({
    intent: intent({ targets: [{ names: ['a', 'typo'] }] }),
    members: [member('a')],
    workloads: [],
    previous: undefined,
  });
  assert.deepEqual(binding.members, ['a']);
  assert.deepEqual(binding.notes, [
    { code: 'unknown-members', message: 'there is no cluster of the name typo' },
  ]);
});

const WEIGHTED = intent({
  targets: [{ labels: {} }],
  division: {
    kind: 'static',
    combine: 'sum',
    rules: [
      { select: { labels: { matchLabels: { tier: 'prod' } } }, weight: 2 },
      { select: { labels: {} }, weight: 1 },
    ],
  },
});
const TWO = [member('a', { labels: { tier: 'prod' } }), member('b')];

test('replicas are divided by the sum of the weights of all rules that select a member', () => {
  const workloads = [{ key: 'web', replicas: 8 }];
  const { shares } = schedule({ intent: WEIGHTED, members: TWO, workloads, previous: undefined });
  assert.deepEqual(shares.get('web'), [6, 2]);
});

test('the greatest weight counts where an intent says so', () => {
  const division = { ...WEIGHTED.division, combine: 'greatest' } as Intent['division'];
  const workloads = [{ key: 'web', replicas: 9 }];
  const request = { intent: { ...WEIGHTED, division }, members: TWO, workloads, previous: undefined };
  assert.deepEqual(schedule(request).shares.get('web'), [6, 3]);
});

test('when all weights are 0 the replicas are spread evenly, and it is said', () => {
  const division = { kind: 'static', combine: 'sum', rules: [{ select: {}, weight: 0 }] } as const;
  const workloads = [{ key: 'web', replicas: 5 }];
  const binding = schedule({ intent: intent({ division }), members: TWO, workloads, previous: undefined });
  assert.deepEqual(binding.shares.get('web'), [3, 2]);
  assert.equal(binding.notes[0]?.code, 'no-weights');
});

test('a cluster that no longer matches gives its share to the others', () => {
  const workloads = [{ key: 'web', replicas: 8 }];
  const previous = { members: ['a', 'b'], shares: new Map([['web', [6, 2]]]) };
  const members = [member('a', { labels: { tier: 'prod' }, taints: [TAINT] }), member('b')];
  const binding = schedule({ intent: WEIGHTED, members, workloads, previous });
  assert.deepEqual(binding.members, ['b']);
  assert.deepEqual(binding.shares.get('web'), [8]);
});

test('what is kept keeps its shares, also where the count changed; a new workload is spread evenly', () => {
  const workloads = [
    { key: 'web', replicas: 100 },
    { key: 'new', replicas: 3 },
  ];
  const previous = { members: ['a', 'b', 'gone'], shares: new Map([['web', [6, 2, 1]]]) };
  const nobody = { ...WEIGHTED, targets: [{ labels: { matchLabels: { tier: 'none' } } }] };
  const { outcome, shares } = schedule({ intent: nobody, members: TWO, workloads, previous });
  assert.equal(outcome, 'kept');
  assert.deepEqual(shares.get('web'), [6, 2]);
  assert.deepEqual(shares.get('new'), [2, 1]);
});

test('a decision does not depend on the order of the members, and deciding again changes nothing', () => {
  const arbitraryMembers = fc.uniqueArray(
    fc.record({ name: fc.stringMatching(/^[a-z]{1,4}$/), isProd: fc.boolean(), isTainted: fc.boolean() }),
    { selector: ({ name }) => name, maxLength: 12 },
  );
  fc.assert(
    fc.property(arbitraryMembers, fc.nat(50), (list, replicas) => {
      const members = list.map(({ name, isProd, isTainted }) =>
        member(name, { labels: isProd ? { tier: 'prod' } : {}, taints: isTainted ? [TAINT] : [] }),
      );
      const request = { intent: WEIGHTED, workloads: [{ key: 'web', replicas }] };
      const first = schedule({ ...request, members, previous: undefined });
      assert.deepEqual(
        schedule({ ...request, members: members.toReversed(), previous: undefined }).members,
        first.members,
      );
      const again = schedule({ ...request, members, previous: first });
      assert.deepEqual([again.members, again.shares], [first.members, first.shares]);
      const sum = (first.shares.get('web') ?? []).reduce((total, share) => total + share, 0);
      assert.equal(sum, first.members.length === 0 ? 0 : replicas);
    }),
  );
});
