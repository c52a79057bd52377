import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { ALL_SCENARIOS } from './all-scenarios.ts';
import { commandWords } from './command-words.ts';
import { readTranscript, TRANSCRIPTS_DIR } from './recorded-transcripts.ts';
import type { Step } from './scenario.ts';

test('every scenario has a name and an id of its own', () => {
  for (const part of ['id', 'name'] as const) {
    const all = ALL_SCENARIOS.map((scenario) => scenario[part]);
    assert.equal(new Set(all).size, all.length);
  }
});

test('every id is a namespace name', () => {
  for (const { id } of ALL_SCENARIOS) assert.match(id, /^[a-z][a-z0-9-]{1,40}$/);
});

test('every file of the folder is one of the scenarios', () => {
  const folder = new URL('./scenarios/', import.meta.url);
  const builders = ['certificate-request', 'manifests'];
  const files = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''));
  assert.deepEqual(files.filter((file) => !builders.includes(file)).toSorted(), ids());
});

test('every scenario has its transcript, and no transcript is left over', () => {
  const transcripts = readdirSync(TRANSCRIPTS_DIR).map((file) => file.replace(/\.txt$/, ''));
  assert.deepEqual(transcripts.toSorted(), ids());
});

test('every command of a scenario is in its transcript with the exit code that it must have', async () => {
  for (const { id, steps } of ALL_SCENARIOS) {
    const transcript = await readTranscript(id);
    for (const { run, exit = 0, follow, forward, as = '' } of steps) {
      assert.ok(commandWords(run).length > 0);
      const code = follow || forward !== undefined ? 'ended' : exit;
      const at = transcript.split('\n\n').some((part) => {
        const lines = part.trimEnd().split('\n');
        return part.startsWith(`${as}$ kubectl ${run}\n`) && lines.at(-1) === `exit ${code}`;
      });
      assert.ok(at, `${id}: kubectl ${run}`);
    }
  }
});

test('the README tells how many scenarios and commands there are, and names each scenario', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const count = ALL_SCENARIOS.reduce((sum, { steps }) => sum + commandCount(steps), 0);
  assert.ok(
    readme.includes(`${ALL_SCENARIOS.length} scenarios with ${count} kubectl commands`),
    `now ${count}`,
  );
  for (const id of ids()) assert.match(readme, new RegExp(`[ ,|]${id}[ ,|]`), id);
});

function commandCount(steps: readonly Step[]): number {
  return steps.reduce((sum, { follow }) => sum + 1 + commandCount(follow?.meanwhile ?? []), 0);
}

function ids(): string[] {
  return ALL_SCENARIOS.map(({ id }) => id).toSorted();
}
