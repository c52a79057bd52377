import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeMemberFlags } from './take-member-flags.ts';

const lines: readonly [args: string[], expected: object][] = [
  [['--cluster', 'a', 'pods'], { cluster: 'a', rest: ['pods'] }],
  [
    ['pods', '-n', 'x', '--cluster=a', '-o', 'wide'],
    { cluster: 'a', rest: ['pods', '-n', 'x', '-o', 'wide'] },
  ],
  [
    ['--kubeconfig', 'f', '--context=c', '--cluster', 'a', '-f', 'web'],
    { kubeconfig: 'f', context: 'c', cluster: 'a', rest: ['-f', 'web'] },
  ],
  [
    ['--cluster', 'a', 'web', '--', 'sh', '--cluster', 'b'],
    { cluster: 'a', rest: ['web', '--', 'sh', '--cluster', 'b'] },
  ],
  [['web', '--clusters', 'x'], { rest: ['web', '--clusters', 'x'] }],
];
for (const [args, expected] of lines)
  test(`of "${args.join(' ')}" ours are taken, the rest is kubectl's`, () => {
    assert.deepEqual(takeMemberFlags(args), expected);
  });

for (const args of [['--cluster'], ['--cluster='], ['--context', '']])
  test(`"${args.join(' ')}" lacks its value`, () => {
    assert.throws(() => takeMemberFlags(args), { name: 'WrongUse' });
  });

for (const args of [['--server', 'https://elsewhere'], ['pods', '-s', 'https://elsewhere'], ['-shttps://x']])
  test(`"${args.join(' ')}" would lead past the hub`, () => {
    assert.throws(() => takeMemberFlags(args), { name: 'WrongUse', message: /--kubeconfig or --context/ });
  });

test('a member may be said once, by either flag', () => {
  assert.deepEqual(takeMemberFlags(['--cluster-id', 'a', 'pods']), { cluster: 'a', rest: ['pods'] });
  assert.throws(() => takeMemberFlags(['--cluster-id', 'a', '--cluster', 'b']), { name: 'WrongUse' });
});

test('credentials of a member go with a member', () => {
  assert.deepEqual(takeMemberFlags(['--cluster-id=a', '--child-kubeconfig=f', 'pods']), {
    cluster: 'a',
    childKubeconfig: 'f',
    rest: ['pods'],
  });
  assert.throws(() => takeMemberFlags(['--child-kubeconfig', 'f']), { name: 'WrongUse' });
});
