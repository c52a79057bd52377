import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from './commands/commands.ts';
import { helpText } from './help-text.ts';

test('help names every command, under the name the program was called by', () => {
  const text = helpText('kubectl-banyan', commands);
  assert.match(text, /usage: kubectl-banyan COMMAND/);
  for (const { name, summary, on } of commands)
    if (on === undefined) assert.ok(text.includes(`  ${name} `) && text.includes(summary), name);
    else assert.match(text, new RegExp(`^  (.*, )?${name}(,|$)`, 'm'));
});

test('no two commands have one name', () => {
  const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  assert.deepEqual(names, [...new Set(names)]);
});

test('no line of the help is longer than a wide terminal', () => {
  for (const line of helpText('banyan', commands).split('\n')) assert.ok(line.length <= 120, line);
});
