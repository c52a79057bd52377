import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findKubectl, transcriptDifference, type Kubectl } from '@banyan/testing/kubectl-suite';
import { runScenario } from './run-scenario.ts';
import type { ScenarioTarget } from './scenario-target.ts';
import type { Scenario } from './scenario.ts';
import { recordedTranscript } from './transcripts.ts';

/** kubectl itself takes most of a core for a tenth of a second; much of a scenario is waiting. */
const SCENARIOS_AT_ONCE = 6;

/** Declares one test a scenario: what a user sees is what was recorded from real Kubernetes. */
export function testScenarios(
  title: string,
  scenarios: readonly Scenario[],
  start: () => Promise<ScenarioTarget>,
): void {
  describe(title, { concurrency: SCENARIOS_AT_ONCE }, () => {
    let target: ScenarioTarget | undefined;
    let kubectl: Kubectl | undefined;
    before(async () => {
      kubectl = await findKubectl();
      target = await start();
    });
    after(() => target?.stop());
    for (const scenario of scenarios)
      test(`${scenario.id}: ${scenario.name}`, async (context) => {
        assert.ok(target !== undefined && kubectl !== undefined);
        const { abilities } = target;
        const missing = (scenario.needs ?? []).filter((need) => !abilities.has(need));
        if (missing.length > 0) return context.skip(`the target cannot: ${missing.join(', ')}`);
        const transcript = await runScenario(target, scenario, kubectl);
        // What kwok's containers cannot do was never recorded: such a scenario says itself what must be seen.
        if (scenario.needs?.includes('programs') === true) return undefined;
        const difference = transcriptDifference(await recordedTranscript(scenario.id), transcript);
        return difference === undefined ? undefined : assert.fail(difference);
      });
  });
}
