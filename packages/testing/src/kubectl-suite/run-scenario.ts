import { KubectlSession, type SessionOptions } from './kubectl-session.ts';
import { minorOf, type Kubectl } from './find-kubectl.ts';
import { runStep } from './run-step.ts';
import type { Capability } from './scenario.ts';
import { printTranscript, type StepResult } from './transcript.ts';

export interface RunOptions extends Omit<SessionOptions, 'program'> {
  readonly kubectl: Kubectl;
}

/** Runs a scenario and returns its transcript. Throws if steps ended with other exit codes than the scenario says. */
export async function runScenario(options: RunOptions): Promise<string> {
  const { scenario, kubectl } = options;
  const session = new KubectlSession({ ...options, program: kubectl.program });
  await session.open();
  const results: StepResult[] = [];
  for (const step of scenario.steps)
    if ((step.sinceMinor ?? 0) <= minorOf(kubectl)) results.push(...(await runStep(session, step)));
  const wrong = results.flatMap(wrongExit);
  if (wrong.length > 0) throw new Error(`${scenario.id}: ${wrong.join('\n')}`);
  return printTranscript(scenario, results, session.ownWords);
}

/** What the target lacks of what the scenario needs. */
export function missingCapabilities({
  target,
  scenario,
}: Pick<RunOptions, 'target' | 'scenario'>): Capability[] {
  return (scenario.needs ?? []).filter((need) => !target.capabilities.has(need));
}

function wrongExit({ step, exit, stdout, stderr }: StepResult): string[] {
  const expected = step.exit ?? 0;
  if (exit === 'ended' || exit === expected) return [];
  return [`kubectl ${step.run}: exit code ${exit}, not ${expected}\n${stdout}${stderr}`];
}
