import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromGoStyle } from './flag-style.ts';

const types = { wait: { type: 'boolean' }, name: { type: 'string' } } as const;
const lines: readonly [args: string[], expected: string[]][] = [
  [['--wait=false'], ['--no-wait']],
  [['--wait=true'], ['--wait']],
  [['--name=false'], ['--name=false']],
  [['-v=4'], ['-v', '4']],
  [
    ['-v', '4', 'x=true'],
    ['-v', '4', 'x=true'],
  ],
  [['--wait=maybe'], ['--wait=maybe']],
  [
    ['--', '--wait=false'],
    ['--', '--wait=false'],
  ],
];
for (const [args, expected] of lines)
  test(`"${args.join(' ')}" is "${expected.join(' ')}"`, () => {
    assert.deepEqual(fromGoStyle(args, types), expected);
  });
