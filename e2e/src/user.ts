import type { Step, StepResult } from '@banyan/testing/kubectl-suite';
import type { ScenarioTarget } from './scenario-target.ts';

export interface UserStep extends Omit<Step, 'run'> {
  /** The command in the transcript, if its own words differ from run to run. */
  readonly shown?: string;
}

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
  async kubectl(run: string, { shown = run, ...options }: UserStep = {}): Promise<string> {
    const results = await this.#checked({ run, ...options });
    const [result] = results;
    this.results.push(...results.map((each) => (each === result ? withCommand(each, shown) : each)));
    return result?.stdout ?? '';
  }

  /** Waits until kubectl says this; what it said is the machine's speed and not in the transcript. */
  async waitFor(run: string, until: string): Promise<string> {
    const [result] = await this.#runStep({ run, until });
    return result?.stdout ?? '';
  }

  async #checked(step: Step): Promise<readonly StepResult[]> {
    const results = await this.#runStep(step);
    for (const { step: own, exit, stdout, stderr } of results)
      if (exit !== 'ended' && exit !== (own.exit ?? 0))
        throw new Error(`kubectl ${own.run}: exit code ${exit}\n${stdout}${stderr}`);
    return results;
  }
}

function withCommand(result: StepResult, run: string): StepResult {
  return { ...result, step: { ...result.step, run } };
}
