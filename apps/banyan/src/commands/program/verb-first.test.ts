import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../commands.ts';
import { withVerbFirst } from './verb-first.ts';

const lines: readonly [given: string, expected: string][] = [
  ['get pods --cluster paris', 'get pods --cluster paris'],
  ['--cluster paris get pods', 'get --cluster paris pods'],
  ['--cluster-id=1 -n shop logs -f web', 'logs --cluster-id=1 -n shop -f web'],
  ['--context hub get pods', 'get --context hub pods'],
  ['--cluster paris exec web -- get', 'exec --cluster paris web -- get'],
  ['--help', '--help'],
  ['-- get pods', '-- get pods'],
  ['clusters get', 'clusters get'],
  ['', ''],
];
for (const [given, expected] of lines)
  test(`"${given}" is "${expected}"`, () => {
    const args = given.split(' ').filter((arg) => arg !== '');
    assert.equal(withVerbFirst(args, commands).join(' '), expected);
  });
