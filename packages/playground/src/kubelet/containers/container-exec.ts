import type { LifecycleHook } from '@banyan/api/objects';
import { Collector, NOTHING, type ByteSink, type ByteSource } from '../../shell/byte-streams.ts';
import type { ShellWorld } from '../../shell/shell-process.ts';
import { startProgram, type RunningProgram } from '../../shell/start-program.ts';
import type { PodSurroundings } from '../environment/pod-surroundings.ts';
import type { ContainerRun } from './container-run.ts';

/** Of what a command says, as much as an event has room for. */
const MAX_OUTPUT_BYTES = 10_240;

export interface ExecStreams {
  readonly stdin?: ByteSource;
  readonly stdout: ByteSink;
  readonly stderr: ByteSink;
}

/** Runs another command in a container that runs. */
export function execIn(
  run: ContainerRun,
  surroundings: PodSurroundings,
  {
    argv,
    streams,
    world = {},
  }: { argv: readonly string[]; streams: ExecStreams; world?: Partial<ShellWorld> },
): RunningProgram {
  const { container, program, log } = run;
  run.files ??= surroundings.files(container);
  const { clock } = surroundings.world(run.files);
  const guest = startProgram({
    argv,
    env: surroundings.environment(container),
    cwd: container.workingDir ?? '/',
    world: {
      ...surroundings.world(run.files),
      mainOutput: { write: (data) => log?.write(data.toString(), clock.now()) },
      signalMain: (signal) => program?.signal(signal),
      ...world,
    },
    stdin: streams.stdin ?? NOTHING,
    stdout: streams.stdout,
    stderr: streams.stderr,
  });
  run.guests.add(guest);
  void guest.ended.then(() => run.guests.delete(guest));
  return guest;
}

/** Runs a command for its answer. What it does not know it takes to be well: images have more programs than this shell. */
export async function execForAnswer(
  run: ContainerRun,
  surroundings: PodSurroundings,
  { command, timeoutMs }: { command: readonly string[]; timeoutMs: number },
): Promise<{ readonly isWell: boolean; readonly output: string }> {
  const output = new Collector(MAX_OUTPUT_BYTES);
  const streams = { stdout: output, stderr: output };
  const program = execIn(run, surroundings, { argv: command, streams, world: { unknownCommands: 'pass' } });
  const { clock } = surroundings.world(run.files ?? surroundings.files(run.container));
  let isLate = false;
  const cancel = clock.after(timeoutMs, () => {
    isLate = true;
    program.signal('KILL');
  });
  const code = await program.ended;
  cancel();
  const late = `command timed out: "${command.join(' ')}" timed out after ${timeoutMs / 1000}s`;
  return { isWell: code === 0 && !isLate, output: isLate ? late : output.text };
}

/** What a hook's caller needs to know: whether it went well. A network hook asks the pod itself. */
export async function runHook(
  hook: LifecycleHook,
  run: ContainerRun,
  {
    surroundings,
    isAnswering,
    timeoutMs,
  }: { surroundings: PodSurroundings; isAnswering: boolean; timeoutMs: number },
): Promise<boolean> {
  if (hook.exec !== undefined)
    return (await execForAnswer(run, surroundings, { command: hook.exec.command ?? [], timeoutMs })).isWell;
  if (hook.sleep !== undefined) {
    const command = ['sleep', String(hook.sleep.seconds)];
    return (await execForAnswer(run, surroundings, { command, timeoutMs })).isWell;
  }
  return isAnswering;
}
