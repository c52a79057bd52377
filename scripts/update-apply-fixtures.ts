/**
 * Records what a real kube-apiserver makes of seeded random applies, updates and patches of several field
 * managers, for the tests of packages/patch. Needs the binaries of `npm run kube:setup`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { builtinSchemas } from './apply-fixtures/builtin-schemas.ts';
import { builtinKinds, FIXTURE_FOLDER, fixtureFile } from './apply-fixtures/fixture-files.ts';
import { KEPT, recordFixtures } from './apply-fixtures/record-fixtures.ts';

const fixtures = await recordFixtures(KEPT);
mkdirSync(FIXTURE_FOLDER, { recursive: true });
save('schemas', builtinSchemas(builtinKinds(fixtures)));
for (const fixture of fixtures) {
  const steps = fixture.runs.reduce((total, run) => total + run.steps.length, 0);
  save(fixture.scenario, fixture, `, ${steps} steps in ${fixture.runs.length} runs`);
}

function save(name: string, content: unknown, note = ''): void {
  const text = `${JSON.stringify(content)}\n`;
  writeFileSync(fixtureFile(name), text);
  console.log(`${fixtureFile(name)}: ${text.length} bytes${note}`);
}
