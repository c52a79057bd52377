import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { ALL_SCENARIOS } from './all-scenarios.ts';
import { transcriptDifference } from './compare-transcripts.ts';
import type { Kubectl } from './find-kubectl.ts';
import type { StartedTarget } from './kubectl-target.ts';
import { readTranscript } from './recorded-transcripts.ts';
import { missingCapabilities, runScenario } from './run-scenario.ts';
import { SCENARIOS_AT_ONCE } from './run-suite.ts';
import type { Scenario } from './scenario.ts';

export interface ScenarioTests {
  /** A sentence: which kubectl on what. */
  readonly title: string;
  readonly kubectl: Kubectl;
  readonly start: () => Promise<StartedTarget>;
  /** Whole transcripts; or exit codes alone, for versions whose words may differ. */
  readonly compare: 'transcripts' | 'exit-codes';
  /** All unless given. A scenario that needs what the target has not is skipped by name. */
  readonly scenarios?: readonly Scenario[];
  /**
   * Ids of scenarios that come out otherwise, with the reason. One that comes out right fails its test, so that the
   * list can only shrink. If given, it names those that are skipped too.
   */
  readonly known?: ReadonlyMap<string, string>;
}

/** Declares one test a scenario. Any implementation of the API is tested with this, given its start. */
export function testScenarios(tests: ScenarioTests): void {
  const { title, scenarios = ALL_SCENARIOS } = tests;
  describe(title, () => {
    let tested: StartedTarget | undefined;
    before(async () => {
      tested = await tests.start();
    });
    after(async () => {
      await tested?.stop();
    });
    const declare = (scenario: Scenario): void => {
      test(`${scenario.id}: ${scenario.name}`, async (context) => {
        assert.ok(tested);
        await testScenario(context, tests, tested, scenario);
      });
    };
    describe('alone', () => {
      for (const scenario of scenarios.filter(({ alone }) => alone)) declare(scenario);
    });
    describe('beside each other', { concurrency: SCENARIOS_AT_ONCE }, () => {
      for (const scenario of scenarios.filter(({ alone }) => !alone)) declare(scenario);
    });
  });
}

async function testScenario(
  context: TestContext,
  tests: ScenarioTests,
  started: StartedTarget,
  scenario: Scenario,
): Promise<void> {
  const reason = tests.known?.get(scenario.id);
  const missing = missingCapabilities({ target: started.target, scenario });
  if (missing.length > 0) {
    const what = `the target has no ${missing.join(', ')}`;
    if (tests.known && reason === undefined) assert.fail(`not a known difference: ${what}`);
    return context.skip(reason ?? what);
  }
  const difference = await differenceOf(tests, started, scenario);
  if (reason === undefined) return difference === undefined ? undefined : assert.fail(difference);
  if (difference === undefined) assert.fail('passes now; take it out of the known differences');
  context.diagnostic(`differs: ${reason}`);
}

/** What is not as it should be, for a reader; undefined if all is. */
async function differenceOf(
  { kubectl, compare }: ScenarioTests,
  { target, dir: parent }: StartedTarget,
  scenario: Scenario,
): Promise<string | undefined> {
  const dir = join(parent, scenario.id);
  await mkdir(dir, { recursive: true });
  try {
    const transcript = await runScenario({ target, scenario, kubectl, dir });
    return compare === 'exit-codes'
      ? undefined
      : transcriptDifference(await readTranscript(scenario.id), transcript);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
