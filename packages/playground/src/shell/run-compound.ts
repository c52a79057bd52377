import { expandPattern, expandText, expandWords, type Expansion } from './expand-words.ts';
import { matchesGlob } from './glob.ts';
import type { Command, Script } from './script.ts';
import { LeaveLoop } from './shell-built-ins.ts';
import type { ShellSession } from './shell-session.ts';

/** What conditions and loops need of who runs them. */
export interface CompoundHost {
  readonly session: ShellSession;
  readonly expansion: Expansion;
  readonly run: (script: Script) => Promise<number>;
  /** Called at every turn of a loop. */
  readonly step: () => Promise<void>;
}

type Compound<Type extends Command['type']> = Extract<Command, { type: Type }>;

export async function runCompound(
  command: Compound<'if' | 'while' | 'for' | 'case'>,
  host: CompoundHost,
): Promise<number> {
  switch (command.type) {
    case 'if':
      return runIf(command, host);
    case 'while':
      return runWhile(command, host);
    case 'for':
      return runFor(command, host);
    case 'case':
      return runCase(command, host);
  }
}

async function runIf({ branches, otherwise = [] }: Compound<'if'>, host: CompoundHost): Promise<number> {
  for (const { condition, body } of branches) if ((await judge(condition, host)) === 0) return host.run(body);
  host.session.status = 0;
  return host.run(otherwise);
}

/** In a condition a failure is an answer. */
async function judge(condition: Script, { session, run }: CompoundHost): Promise<number> {
  const isStrict = session.options.delete('e');
  try {
    return await run(condition);
  } finally {
    if (isStrict) session.options.add('e');
  }
}

async function runWhile(
  { condition, isUntil, body }: Compound<'while'>,
  host: CompoundHost,
): Promise<number> {
  let code = 0;
  for (;;) {
    await host.step();
    const isTrue = (await judge(condition, host)) === 0;
    if (isTrue === isUntil) return code;
    if (await leaves(body, host)) return 0;
    code = host.session.status;
  }
}

async function runFor({ variable, words, body }: Compound<'for'>, host: CompoundHost): Promise<number> {
  const { session, expansion } = host;
  const values = words === undefined ? session.args : await expandWords(words, expansion);
  session.status = 0;
  for (const value of values) {
    session.variables.set(variable, value);
    if (await leaves(body, host)) return 0;
  }
  return session.status;
}

/** Runs a loop's body once. True: it was left by `break`. */
async function leaves(body: Script, { session, run }: CompoundHost): Promise<boolean> {
  session.loops += 1;
  try {
    await run(body);
    return false;
  } catch (error) {
    if (!(error instanceof LeaveLoop)) throw error;
    if (error.levels > 1) throw new LeaveLoop(error.levels - 1, error.goesOn);
    return !error.goesOn;
  } finally {
    session.loops -= 1;
  }
}

async function runCase(
  { word, cases }: Compound<'case'>,
  { session, expansion, run }: CompoundHost,
): Promise<number> {
  const text = await expandText(word, expansion);
  session.status = 0;
  for (const { patterns, body } of cases) {
    for (const pattern of patterns)
      if (matchesGlob(await expandPattern(pattern, expansion), text)) return run(body);
  }
  return 0;
}
