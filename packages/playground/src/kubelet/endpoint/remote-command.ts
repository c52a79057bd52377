import type { Status } from '@banyan/api';
import { Pipe, type ByteSink } from '../../shell/byte-streams.ts';
import type { ShellWorld } from '../../shell/shell-process.ts';
import { isKnownCommand } from '../../shell/start-program.ts';
import { execIn } from '../containers/container-exec.ts';
import type { ContainerProgram } from '../containers/container-program.ts';
import type { ContainerRun } from '../containers/container-run.ts';
import type { PodSurroundings } from '../environment/pod-surroundings.ts';
import { exitStatus, failureStatus } from './remote-status.ts';
import { Terminal } from './terminal.ts';

/** The client's end of a command, whatever it is carried by. */
export interface RemoteStreams {
  readonly stdout: ByteSink;
  readonly stderr: ByteSink;
  /** What the client writes; undefined at its end. */
  onInput(reader: (data: Buffer | undefined) => void): void;
  /** The client has gone. */
  onClose(listener: () => void): void;
  /** Says how it ended, and closes. */
  finish(status: Partial<Status>): Promise<void>;
}

export interface RemoteCommand {
  readonly run: ContainerRun;
  readonly surroundings: PodSurroundings;
  readonly streams: RemoteStreams;
  readonly isTerminal: boolean;
}

/** Runs a command in a container. */
export async function remoteExec(
  { run, surroundings, streams, isTerminal }: RemoteCommand,
  argv: readonly string[],
): Promise<void> {
  if (!isKnownCommand(argv)) {
    const words = `exec: "${argv[0] ?? ''}": executable file not found in $PATH`;
    return streams.finish(
      failureStatus(`OCI runtime exec failed: exec failed: unable to start container process: ${words}`),
    );
  }
  const interrupts: NonNullable<ShellWorld['interrupts']> = {};
  const interrupt = () => {
    if (interrupts.act === undefined && interrupts.isShell !== true) program.signal('TERM');
    interrupts.act?.();
    return interrupts.act === undefined;
  };
  const terminal = isTerminal ? new Terminal(streams.stdout, interrupt) : undefined;
  const input = terminal ?? new Pipe();
  const program = execIn(run, surroundings, {
    argv,
    streams: { stdin: input, stdout: terminal ?? streams.stdout, stderr: terminal ?? streams.stderr },
    world: { isTerminal, interrupts },
  });
  streams.onInput((data) => feed(input, data));
  streams.onClose(() => program.signal('KILL'));
  const code = await program.ended;
  return streams.finish(exitStatus(code));
}

/** Joins a client with the program that a container runs anyway, until one of them goes. */
export async function remoteAttach({ run, streams, isTerminal }: RemoteCommand): Promise<void> {
  const { program, container } = run;
  const log = run.openLog();
  const terminal = isTerminal ? new Terminal(streams.stdout, () => endOf(program)) : undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  const screen = terminal ?? streams.stdout;
  let { next } = log;
  const show = () => {
    const texts = log.from(next).map(({ text }) => text);
    ({ next } = log);
    if (texts.length > 0) void Promise.resolve(screen.write(Buffer.from(texts.join('')))).catch(resolve);
    if (log.isEnded) resolve();
  };
  const stop = log.listen(show);
  if (program?.stdin !== undefined)
    joinInput(streams, { terminal, stdin: program.stdin, isOnce: container.stdinOnce === true });
  streams.onClose(resolve);
  show();
  await promise;
  stop();
  await streams.finish(exitStatus(0));
}

function endOf(program: ContainerProgram | undefined): boolean {
  program?.signal('TERM');
  return false;
}

function joinInput(
  streams: RemoteStreams,
  { terminal, stdin, isOnce }: { terminal: Terminal | undefined; stdin: Pipe; isOnce: boolean },
): void {
  const pump = async (): Promise<void> => {
    for (let data = await terminal?.read(); data !== undefined; data = await terminal?.read())
      await stdin.write(data);
    if (isOnce) stdin.end();
  };
  if (terminal !== undefined) void pump().catch(() => {});
  streams.onInput((data) => {
    if (terminal !== undefined) feed(terminal, data);
    else if (data !== undefined) feed(stdin, data);
    else if (isOnce) stdin.end();
  });
}

/** A program that does not read any more is nobody's failure. */
function feed(input: Pipe | Terminal, data: Buffer | undefined): void {
  if (data === undefined) input.end();
  else if (data.length > 0)
    void (input instanceof Terminal ? input.type(data) : input.write(data)).catch(() => {});
}
