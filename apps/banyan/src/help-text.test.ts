import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from './commands/commands.ts';
import { helpText } from './help-text.ts';

test('help names every command, under the name the program was called by', () => {
  const text = helpText('kubectl-banyan', commands);
  assert.match(text, /usage: kubectl-banyan COMMAND/);
  for (const { name, summary } of commands) assert.ok(text.includes(name) && text.includes(summary));
});
