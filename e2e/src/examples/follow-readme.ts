import { setTimeout as delay } from 'node:timers/promises';
import { isAsExpected } from './expected-output.ts';
import { isRepeatable } from './is-repeatable.ts';
import type { CommandOutput, ReaderShell } from './reader-shell.ts';
import { readmeSteps, type ReadmeStep } from './readme-steps.ts';

/** Ends the wait for what does not come. */
const DEADLINE_MS = 120_000;
/** A reader who looks again. */
const PAUSE_MS = 100;

/** Does what a README says, and throws where something else is seen than it tells. */
export async function followReadme(shell: ReaderShell, readme: string): Promise<void> {
  for (const step of readmeSteps(readme)) {
    const end = performance.now() + DEADLINE_MS;
    let output = await shell.run(step.command);
    while (!isRight(step, output) && isRepeatable(step.command) && performance.now() < end) {
      await delay(PAUSE_MS);
      output = await shell.run(step.command);
    }
    if (!isRight(step, output)) throw new Error(told(step, output));
  }
}

function isRight({ expected }: ReadmeStep, { isDone, text }: CommandOutput): boolean {
  return expected === undefined ? isDone : isAsExpected(expected, text);
}

function told({ command, expected, line }: ReadmeStep, { text }: CommandOutput): string {
  const wish = expected === undefined ? 'expected: that it succeeds' : `expected:\n${expected}`;
  return `line ${line} of the README:\n${command}\n\n${wish}\n\nseen:\n${text}`;
}
