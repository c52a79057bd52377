import type { Step, StepResult } from '@banyan/testing/kubectl-suite';
import type { ScenarioTarget } from './scenario-target.ts';

/** One person at a terminal. */
export class User {
  readonly target: ScenarioTarget;
  readonly results: StepResult[] = [];
  readonly #runStep: (step: Step) => Promise<readonly StepResult[]>;

  constructor(target: ScenarioTarget, runStep: (step: Step) => Promise<readonly StepResult[]>) {
    this.target = target;
    this.#runStep = runStep;
  }

  /** Runs kubectl and writes down what it said. Returns stdout. Throws if the exit code is not the one expected. */
  async kubectl(run: string, options: Omit<Step, 'run'> = {}): Promise<string> {
    const [result] = await this.#checked({ run, ...options });
    return result?.stdout ?? '';
  }

  /** Waits until kubectl says this; what it said is the machine's speed and not in the transcript. */
  async waitFor(run: string, until: string): Promise<string> {
    const [result] = await this.#runStep({ run, until });
    return result?.stdout ?? '';
  }

  async #checked(step: Step): Promise<readonly StepResult[]> {
    const results = await this.#runStep(step);
    this.results.push(...results);
    for (const { step: own, exit, stdout, stderr } of results)
      if (exit !== 'ended' && exit !== (own.exit ?? 0))
        throw new Error(`kubectl ${own.run}: exit code ${exit}\n${stdout}${stderr}`);
    return results;
  }
}
