import { checkRun, replayKind } from '../../packages/patch/src/structured-merge/recorded/check-run.ts';
import {
  recordedSchemas,
  type RecordedKind,
} from '../../packages/patch/src/structured-merge/recorded/recorded-runs.ts';
import { recordFixtures } from './record-fixtures.ts';

/**
 * The same random writes to the real kube-apiserver and to our own functions, from seeds that are new every
 * time. Returns the kinds and seeds that end differently, with the difference.
 */
export async function checkFreshSeeds(runs: number): Promise<string[]> {
  const firstSeed = Math.floor(Date.now() / 1000) % 1_000_000;
  const schemas = recordedSchemas();
  const failures: string[] = [];
  for (const recorded of (await recordFixtures({ firstSeed, runs })) as unknown as RecordedKind[]) {
    const kind = replayKind(recorded, schemas);
    for (const run of recorded.runs) {
      try {
        checkRun(kind, run);
      } catch (error) {
        const where = `${recorded.scenario}, seed ${run.seed} (first ${firstSeed}, ${runs} runs)`;
        failures.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  return failures;
}
