import type { Clock } from '@banyan/controller';
import { NOTHING, Pipe } from '../../shell/byte-streams.ts';
import type { ShellWorld } from '../../shell/shell-process.ts';
import { startProgram, type ProgramSignal } from '../../shell/start-program.ts';

/** What a container does while it runs. */
export interface ContainerProgram {
  /** It answers on its pod's ports. */
  readonly listens: boolean;
  /** What whoever attaches writes to, if the container reads at all. */
  readonly stdin: Pipe | undefined;
  /** A program may not care for TERM; KILL ends it. */
  signal(signal: ProgramSignal): void;
}

export interface ProgramParts {
  readonly clock: Clock;
  readonly print: (text: string) => void;
  /** Called once, at its end, and never before the program is returned. */
  readonly ended: (code: number) => void;
}

/** Something that the playground knows nothing of: it starts, and then answers on its ports. */
export function serverProgram({ ended, print }: ProgramParts, image: string): ContainerProgram {
  print(`playground: ${image} runs as a simulated server\n`);
  return { listens: true, stdin: undefined, signal: once((signal) => ended(signal === 'KILL' ? 137 : 0)) };
}

/** Something unknown that is meant to end: it does, well, after a while. */
export function workProgram(
  { clock, ended, print }: ProgramParts,
  image: string,
  lengthMs: number,
): ContainerProgram {
  print(`playground: ${image} runs as simulated work\n`);
  const end = once((code: number) => ended(code));
  const cancel = clock.after(lengthMs, () => end(0));
  return {
    listens: false,
    stdin: undefined,
    signal: (signal) => {
      cancel();
      end(signal === 'KILL' ? 137 : 143);
    },
  };
}

/** What was told to fail. */
export function crashingProgram({ ended, print }: ProgramParts, code: number): ContainerProgram {
  print(`playground: told to fail with exit code ${code}\n`);
  const end = once((how: number) => ended(how));
  queueMicrotask(() => end(code));
  return { listens: false, stdin: undefined, signal: () => end(137) };
}

export interface ShellParts extends ProgramParts {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly world: ShellWorld;
  /** Somebody may attach and write to it. */
  readonly reads: boolean;
}

/** A command that the shell knows. */
export function shellProgram({ argv, env, cwd, world, reads, ended, print }: ShellParts): ContainerProgram {
  const stdin = reads ? new Pipe() : undefined;
  const output = { write: (data: Buffer) => print(data.toString()) };
  const program = startProgram({
    argv,
    env,
    cwd,
    world: { ...world, mainOutput: output, signalMain: (signal) => program.signal(signal) },
    stdin: stdin ?? NOTHING,
    stdout: output,
    stderr: output,
  });
  void program.ended.then(ended);
  return { listens: false, stdin, signal: (signal) => program.signal(signal) };
}

function once<T>(act: (value: T) => void): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (isDone) return;
    isDone = true;
    act(value);
  };
}
