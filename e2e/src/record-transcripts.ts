/** Records what a user sees on real Kubernetes. Arguments: ids of scenarios; all without. */
import { findKubectl } from '@banyan/testing/kubectl-suite';
import { LIVING_SCENARIOS, LOSING_SCENARIOS } from './all-scenarios.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import type { TargetOptions } from './scenario-target.ts';
import { startRealTarget } from './targets/real-target.ts';
import { recordTranscript } from './transcripts.ts';

const ids = process.argv.slice(2);
const isWanted = ({ id }: Scenario) => ids.length === 0 || ids.includes(id);
await record(LIVING_SCENARIOS.filter(isWanted), {});
await record(LOSING_SCENARIOS.filter(isWanted), { losesNodes: true });

async function record(scenarios: readonly Scenario[], options: TargetOptions): Promise<void> {
  if (scenarios.length === 0) return;
  const kubectl = await findKubectl();
  const target = await startRealTarget(options);
  try {
    const able = scenarios.filter(({ needs = [] }) => needs.every((need) => target.abilities.has(need)));
    await Promise.all(
      able.map(async (scenario) => {
        try {
          await recordTranscript(scenario.id, await runScenario(target, scenario, kubectl));
          console.log(`recorded ${scenario.id}`);
        } catch (error) {
          console.error(`not recorded: ${scenario.id}:`, error);
          process.exitCode = 1;
        }
      }),
    );
  } finally {
    await target.stop();
  }
}
