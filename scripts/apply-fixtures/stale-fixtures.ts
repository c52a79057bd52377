import { readFileSync } from 'node:fs';
import { builtinSchemas } from './builtin-schemas.ts';
import { firstDifference } from './first-difference.ts';
import { builtinKinds, fixtureFile } from './fixture-files.ts';
import { KEPT, recordFixtures } from './record-fixtures.ts';
import { withoutTimes } from './without-times.ts';

/** Records the fixtures again; each file that would be another now, with the first difference in words. */
export async function staleFixtures(): Promise<string[]> {
  const fixtures = await recordFixtures(KEPT);
  const contents = new Map<string, unknown>(fixtures.map((fixture) => [fixture.scenario, fixture]));
  contents.set('schemas', builtinSchemas(builtinKinds(fixtures)));
  return [...contents].flatMap(([name, content]) => {
    const path = fixtureFile(name);
    const recorded = JSON.parse(readFileSync(path, 'utf8')) as unknown;
    const difference = firstDifference(withoutTimes(recorded), withoutTimes(content));
    return difference === undefined ? [] : [`${path}: ${difference}`];
  });
}
