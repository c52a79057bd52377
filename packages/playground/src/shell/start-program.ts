import { ByteReader, type ByteSink, type ByteSource } from './byte-streams.ts';
import { COMMANDS } from './commands/command-table.ts';
import { parseScript } from './parse-script.ts';
import { ScriptRunner } from './run-script.ts';
import { BUILT_INS, LeaveLoop, LeaveShell } from './shell-built-ins.ts';
import { ProgramKilled, ShellProcess, type ShellStreams, type ShellWorld } from './shell-process.ts';
import { ShellSession } from './shell-session.ts';

export type ProgramSignal = 'TERM' | 'KILL';

export interface ProgramOptions {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly world: ShellWorld;
  readonly stdin: ByteSource;
  readonly stdout: ByteSink;
  readonly stderr: ByteSink;
}

/** A program that runs. */
export interface RunningProgram {
  /** Its exit code, whatever ends it. Never rejects. */
  readonly ended: Promise<number>;
  /** A program may not care for TERM; KILL ends it. */
  signal(signal: ProgramSignal): void;
}

const TERM_CODE = 143;
const KILL_CODE = 137;
/** A defect of the shell itself is the program's failure, and nobody else's. */
const DEFECT_CODE = 2;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Whether there is something to run by these words. */
export function isKnownCommand([name = '']: readonly string[]): boolean {
  const bare = name.replace(/^(\/usr)?(\/local)?\/s?bin\//, '');
  return COMMANDS.has(bare) || BUILT_INS.has(bare);
}

export function startProgram({
  argv,
  env,
  cwd = '/',
  world,
  stdin,
  stdout,
  stderr,
}: ProgramOptions): RunningProgram {
  const process = new ShellProcess(world);
  /** What a script does about TERM; KILL ends that too. */
  let lastWords = process;
  const streams: ShellStreams = { stdin: new ByteReader(stdin), stdout, stderr };
  const session = ShellSession.start({ env: { PATH, HOME: '/root', ...env }, cwd, name: 'sh' });
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  const end = (code: number) => {
    resolve(code);
    // What still runs beside it ends with it.
    process.kill();
  };
  const run = async (): Promise<number> => new ScriptRunner(process, session).runCommand(argv, streams);
  void run().then(end, (error: unknown) => {
    if (error instanceof LeaveShell) end(error.code);
    else if (error instanceof LeaveLoop) end(0);
    else if (!(error instanceof ProgramKilled)) end(DEFECT_CODE);
  });
  return {
    ended,
    signal: (signal) => {
      const trap = signal === 'TERM' ? process.traps.get('TERM') : undefined;
      if (trap?.text === '') return;
      process.kill();
      lastWords.kill();
      if (trap === undefined) resolve(signal === 'TERM' ? TERM_CODE : KILL_CODE);
      else void runTrap(trap, (lastWords = new ShellProcess(world)), streams).then(resolve);
    },
  };
}

/** What a script does at TERM, after which it ends. */
async function runTrap(
  { text, session }: { text: string; session: ShellSession },
  process: ShellProcess,
  streams: ShellStreams,
): Promise<number> {
  try {
    await new ScriptRunner(process, session).run(parseScript(text), streams);
    return TERM_CODE;
  } catch (error) {
    return error instanceof LeaveShell ? error.code : TERM_CODE;
  }
}
