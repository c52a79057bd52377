import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@banyan/controller';
import type { ByteReader, ByteSink } from './byte-streams.ts';
import { ShellSyntaxError } from './script.ts';
import type { ShellSession } from './shell-session.ts';
import type { VirtualFiles } from './virtual-files.ts';

/** What a program finds around it: nothing of the machine that plays it. */
export interface ShellWorld {
  readonly files: VirtualFiles;
  readonly clock: Clock;
  readonly hostname: string;
  /** What can be reached; without it nothing. */
  readonly network?: {
    /** The address that a name means. */
    resolve(host: string): string | undefined;
    connect(address: string, port: number): Duplex | undefined;
  };
  /** Where `/proc/1/fd/1` leads: what the container's own program prints to. */
  readonly mainOutput?: ByteSink;
  /** Called for `kill` of process 1. */
  readonly signalMain?: (signal: 'TERM' | 'KILL') => void;
  /** Whether someone sits at the other end of its streams: then there are prompts. */
  readonly isTerminal?: boolean;
  /** What is done when someone presses Ctrl-C: it ends the command that a shell runs, and never the shell. */
  readonly interrupts?: { act?: (() => void) | undefined; isShell?: boolean };
  /** What a command that is not there does: the usual 127, or nothing, for those who ask only whether all is well. */
  readonly unknownCommands?: 'fail' | 'pass';
}

/** The streams of one command. */
export interface ShellStreams {
  readonly stdin: ByteReader;
  readonly stdout: ByteSink;
  readonly stderr: ByteSink;
}

/** Thrown within a program that was told to end. */
export class ProgramKilled extends Error {
  override readonly name = 'ProgramKilled';
}

/** Steps after which others get their turn, and after which a program that never waits has to. */
const STEPS_A_TURN = 200;
const STEPS_A_SLICE = 5000;
const SLICE_PAUSE_MS = 50;
const MAX_NESTED = 250;

/** What runs, as far as it can be told to stop. */
export class ShellProcess {
  readonly world: ShellWorld;
  /** What a script wants to be done at a signal, or at its end; an empty text: nothing at all. */
  readonly traps = new Map<string, { readonly text: string; readonly session: ShellSession }>();
  readonly #stopping = new AbortController();
  /** How many shells, functions and parts of pipelines there are within it. */
  readonly #nested: { count: number };
  #steps = 0;

  constructor(world: ShellWorld, nested = { count: 0 }) {
    this.world = world;
    this.#nested = nested;
  }

  /** One that can be ended by itself, and ends with this. */
  child(): ShellProcess {
    const child = new ShellProcess(this.world, this.#nested);
    this.#stopping.signal.addEventListener('abort', () => child.kill(), {
      once: true,
      signal: child.#stopping.signal,
    });
    return child;
  }

  kill(): void {
    this.#stopping.abort();
  }

  get isKilled(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Called at every command. Loops that do nothing else are slowed down, so that they cost next to nothing. */
  async step(): Promise<void> {
    if (this.isKilled) throw new ProgramKilled();
    this.#steps += 1;
    if (this.#steps % STEPS_A_SLICE === 0) await this.sleep(SLICE_PAUSE_MS);
    else if (this.#steps % STEPS_A_TURN === 0) await setImmediate();
  }

  /** Runs something within. What calls itself without end has to end somewhere. */
  async nest<T>(run: () => Promise<T>): Promise<T> {
    if (this.#nested.count >= MAX_NESTED)
      throw new ShellSyntaxError("can't fork: Resource temporarily unavailable");
    this.#nested.count += 1;
    try {
      return await run();
    } finally {
      this.#nested.count -= 1;
    }
  }

  async sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    // A sleep without end needs no timer.
    const cancel = Number.isFinite(ms) ? this.world.clock.after(ms, resolve) : () => {};
    try {
      await this.until(promise);
    } finally {
      cancel();
    }
  }

  /** Waits, but not longer than the program runs. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this.#stopping;
    if (signal.aborted) throw new ProgramKilled();
    const killed = Promise.withResolvers<never>();
    const stop = () => killed.reject(new ProgramKilled());
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([promise, killed.promise]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}
