import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubectlSession, printTranscript, runStep, type Kubectl } from '@banyan/testing/kubectl-suite';
import type { ScenarioTarget } from './scenario-target.ts';
import type { Scenario } from './scenario.ts';
import { User } from './user.ts';

/** Runs a scenario and returns its transcript, with names and times masked. */
export async function runScenario(
  target: ScenarioTarget,
  scenario: Scenario,
  kubectl: Kubectl,
): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), `banyan-e2e-${scenario.id}-`));
  try {
    const told = { id: scenario.id, name: scenario.name, steps: [], files: scenario.files ?? {} };
    const session = new KubectlSession({ target, scenario: told, program: kubectl.program, dir });
    await session.open();
    const user = new User(target, (step) => runStep(session, step));
    await scenario.run(user);
    const ownWords = new Map([...session.ownWords, ...target.ownWords]);
    const results = user.results.map((result) => ({
      ...result,
      step: { ...result.step, run: masked(result.step.run, target.ownWords) },
    }));
    return printTranscript(told, results, ownWords);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function masked(command: string, words: ReadonlyMap<string, string>): string {
  return [...words].reduce((text, [word, kind]) => text.replaceAll(word, `<${kind}>`), command);
}
