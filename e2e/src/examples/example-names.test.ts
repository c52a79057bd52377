import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exampleNames } from './example-names.ts';
import { PLACEHOLDERS } from './expected-output.ts';
import { readmeSteps } from './readme-steps.ts';
import { EXAMPLES } from './reader-folder.ts';

const overview = readFileSync(join(EXAMPLES, 'README.md'), 'utf8');

test('the table of examples has each of them, and no other', () => {
  const listed = [...overview.matchAll(/^\| \[([\w-]+)\]\(\1\/\) \|/gm)].map(([, name = '']) => name);
  assert.deepEqual(listed.toSorted(), exampleNames());
});

test('every word that stands for something is explained', () => {
  for (const word of Object.keys(PLACEHOLDERS)) assert.ok(overview.includes(`| \`${word}\` |`), word);
});

for (const name of exampleNames()) {
  const steps = readmeSteps(readFileSync(join(EXAMPLES, name, 'README.md'), 'utf8'));

  test(`${name} uses each of its manifests, and says what is seen`, () => {
    const commands = steps.map(({ command }) => command).join('\n');
    for (const file of globSync('**/*.yaml', { cwd: join(EXAMPLES, name) })) {
      const folder = join('examples', name, file, '..');
      const isUsed = commands.includes(join('examples', name, file)) || commands.includes(`-f ${folder}\n`);
      assert.ok(isUsed || commands.endsWith(`-f ${folder}`), file);
    }
    assert.ok(steps.some(({ expected }) => expected !== undefined));
  });
}
