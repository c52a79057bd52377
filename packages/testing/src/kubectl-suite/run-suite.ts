import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { missingCapabilities, runScenario, type RunOptions } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';

export interface SuiteOptions extends Omit<RunOptions, 'scenario'> {
  readonly scenarios: readonly Scenario[];
  /** Called once a scenario, as it ends. */
  readonly onEnd: (scenario: Scenario, outcome: Outcome) => void;
}

export type Outcome =
  | { readonly transcript: string; readonly durationMs: number }
  | { readonly error: unknown }
  /** What the target lacks. */
  | { readonly skipped: string };

/** kubectl itself takes most of a core for a tenth of a second, so a few more than there are cores. */
export const SCENARIOS_AT_ONCE = 4;

/** Runs the scenarios that want to be alone one by one, then the others beside each other. */
export async function runSuite(options: SuiteOptions): Promise<void> {
  const { scenarios } = options;
  for (const scenario of scenarios.filter(({ alone }) => alone)) await runOne(options, scenario);
  const rest = scenarios.filter(({ alone }) => !alone).values();
  const work = async () => {
    for (const scenario of rest) await runOne(options, scenario);
  };
  await Promise.all(Array.from({ length: SCENARIOS_AT_ONCE }, work));
}

async function runOne({ onEnd, ...options }: SuiteOptions, scenario: Scenario): Promise<void> {
  onEnd(scenario, await outcomeOf({ ...options, scenario, dir: join(options.dir, scenario.id) }));
}

async function outcomeOf(options: RunOptions): Promise<Outcome> {
  const missing = missingCapabilities(options);
  if (missing.length > 0) return { skipped: `the target has no ${missing.join(', ')}` };
  const start = performance.now();
  try {
    await mkdir(options.dir, { recursive: true });
    return { transcript: await runScenario(options), durationMs: performance.now() - start };
  } catch (error) {
    return { error };
  }
}
