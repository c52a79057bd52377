import type { OwnWords } from './mask-rules.ts';
import { MaskNumbers } from './masked-text.ts';
import { normaliseOutput } from './normalise-output.ts';
import type { Scenario, Step } from './scenario.ts';

/** What one step did, as it came. */
export interface StepResult {
  readonly step: Step;
  /** 'ended' for a command that was followed and then ended. */
  readonly exit: number | 'ended';
  readonly stdout: string;
  readonly stderr: string;
  /** What came back through a forwarded port. */
  readonly answer?: string;
}

/**
 * The transcript of a scenario: readable, and every byte of the normalised output is in it.
 * `out|` and `err|` begin a line of stdout and stderr, `out~` and `err~` one that no line break ended.
 */
export function printTranscript(
  scenario: Scenario,
  results: readonly StepResult[],
  ownWords?: OwnWords,
): string {
  const numbers = new MaskNumbers();
  const show = (step: Step, text: string) =>
    normaliseOutput(text, {
      numbers,
      ...(ownWords && { ownWords }),
      ...(step.unordered !== undefined && { unordered: step.unordered }),
    });
  return [`# ${scenario.name}\n`, ...results.map((result) => printStep(result, show))].join('\n');
}

function printStep(result: StepResult, show: (step: Step, text: string) => string): string {
  const { step, exit, answer } = result;
  const lines = [`${step.as ?? ''}$ kubectl ${step.run}`];
  for (const [text, name] of comparedStreams(result)) lines.push(...prefixed(show(step, text), name));
  if (answer !== undefined) lines.push(...prefixed(step.forward ?? '', 'sent'), ...prefixed(answer, 'got'));
  return `${lines.join('\n')}\nexit ${exit}\n`;
}

function comparedStreams({ step, stdout, stderr }: StepResult): [text: string, name: string][] {
  switch (step.compare ?? 'all') {
    case 'exit-code':
      return [];
    case 'last-line':
      return [[stdout.slice(stdout.trimEnd().lastIndexOf('\n') + 1), 'out']];
    case 'stdout':
      return [[stdout, 'out']];
    case 'outline':
      return [[withoutProse(stdout), 'out']];
    case 'all':
      return [
        [stdout, 'out'],
        [stderr, 'err'],
      ];
  }
}

/** explain indents prose by four and has a tab between a field and its type. */
function withoutProse(explained: string): string {
  const isKept = (line: string) => line !== '' && (!line.startsWith('    ') || /\t| enum: /.test(line));
  return `${explained.split('\n').filter(isKept).join('\n')}\n`;
}

function prefixed(text: string, name: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const whole = lines.map((line) => (line === '' ? `${name}|` : `${name}| ${line}`));
  return last === '' ? whole : [...whole, `${name}~ ${last}`];
}
