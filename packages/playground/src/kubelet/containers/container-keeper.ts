import type { Pod } from '@banyan/api/objects';
import type { Clock } from '@banyan/controller';
import { isKnownCommand } from '../../shell/start-program.ts';
import type { Behaviour } from '../behaviour.ts';
import type { PodSurroundings } from '../environment/pod-surroundings.ts';
import type { PodEvents } from '../pod-events.ts';
import { networkFailure } from '../probes/network-check.ts';
import { execForAnswer, runHook } from './container-exec.ts';
import {
  crashingProgram,
  serverProgram,
  shellProgram,
  workProgram,
  type ContainerProgram,
} from './container-program.ts';
import type { ContainerRun } from './container-run.ts';
import type { ProbeRun } from '../probes/probe-run.ts';
import { terminationMessage } from './termination-message.ts';

/** Long enough to be seen running. */
const SHORT_WORK_MS = 1000;

export interface KeeperParts {
  readonly surroundings: PodSurroundings;
  readonly events: PodEvents;
  readonly clock: Clock;
  /** Something happened in between. */
  readonly changed: () => void;
  readonly listensOn: (port: number) => boolean;
}

/** Starts, asks and ends the containers of one pod. When is for others to say. */
export class ContainerKeeper {
  readonly #parts: KeeperParts;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  start(run: ContainerRun, pod: Readonly<Pod>, behaviour: Behaviour): void {
    const { clock, events } = this.#parts;
    run.start(clock.now());
    events.started(run);
    this.#begin(run, pod, behaviour);
    const { postStart } = run.container.lifecycle ?? {};
    run.isSettled = postStart === undefined;
    if (postStart !== undefined) void this.#afterStart(run);
  }

  /** Lets a container run that ran before this process did. */
  resume(run: ContainerRun, pod: Readonly<Pod>, behaviour: Behaviour): void {
    this.#begin(run, pod, behaviour);
  }

  /** Ends a container as it was told to. */
  crash(run: ContainerRun, behaviour: Behaviour): void {
    const { program } = run;
    if (program === undefined) return;
    this.#ended(run, program, behaviour.crashCode ?? 1, behaviour);
    program.signal('KILL');
  }

  /** Asks a container to end; the second time only sooner. */
  end(run: ContainerRun, { graceMs, message, stopDelayMs }: EndRequest): void {
    if (!run.isRunning) return;
    const killAtMs = this.#parts.clock.now() + graceMs;
    const isAsked = run.killAtMs !== undefined;
    run.killAtMs = Math.min(run.killAtMs ?? Infinity, killAtMs);
    if (isAsked) return;
    this.#parts.events.killing(run, message);
    void this.#endGently(run, { graceMs, stopDelayMs });
  }

  /** Ends what had time enough. Returns how long it still has. */
  enforce(run: ContainerRun): number[] {
    if (!run.isRunning || run.killAtMs === undefined) return [];
    const leftMs = run.killAtMs - this.#parts.clock.now();
    if (leftMs > 0) return [leftMs];
    run.program?.signal('KILL');
    return [];
  }

  /** Asks what is due. Returns how long until more is. */
  probe(run: ContainerRun, podIP: string): number[] {
    const nowMs = this.#parts.clock.now();
    if (!run.isRunning || run.killAtMs !== undefined) return [];
    const waits: number[] = [];
    for (const probe of run.probes) {
      if (probe.isAsked || (probe.kind !== 'Startup' && !run.isStarted)) continue;
      if (probe.dueMs <= nowMs) this.#ask(run, probe, podIP);
      if (probe.dueMs > nowMs && Number.isFinite(probe.dueMs)) waits.push(probe.dueMs - nowMs);
    }
    return waits;
  }

  #begin(run: ContainerRun, pod: Readonly<Pod>, behaviour: Behaviour): void {
    const ended = (code: number) => this.#ended(run, program, code, behaviour);
    const program: ContainerProgram = this.#program(run, pod, { behaviour, ended });
    run.program = program;
  }

  #program(
    run: ContainerRun,
    pod: Readonly<Pod>,
    { behaviour, ended }: { behaviour: Behaviour; ended: (code: number) => void },
  ): ContainerProgram {
    const { surroundings, clock } = this.#parts;
    const { container, role } = run;
    const image = container.image ?? '';
    const parts = { clock, ended, print: (text: string) => run.print(text, clock.now()) };
    if (behaviour.crashCode !== undefined && role === 'main')
      return crashingProgram(parts, behaviour.crashCode);
    const argv = surroundings.argv(container);
    const words = argv.length === 0 && container.stdin === true ? ['sh'] : argv;
    if (isKnownCommand(words)) {
      run.files ??= surroundings.files(container);
      return shellProgram({
        ...parts,
        argv: words,
        env: surroundings.environment(container),
        cwd: container.workingDir ?? '/',
        world: { ...surroundings.world(run.files), isTerminal: container.tty === true },
        reads: container.stdin === true,
      });
    }
    const policy = container.restartPolicy ?? pod.spec.restartPolicy ?? 'Always';
    if (role === 'init') return workProgram(parts, image, 0);
    if (role === 'main' && policy !== 'Always') return workProgram(parts, image, SHORT_WORK_MS);
    return serverProgram(parts, image);
  }

  #ended(run: ContainerRun, program: ContainerProgram, code: number, { isOutOfMemory }: Behaviour): void {
    if (run.program !== program) return;
    const isKilled = isOutOfMemory && code === 137;
    run.end(
      { code, reason: isKilled ? 'OOMKilled' : undefined, message: terminationMessage(run, code) },
      this.#parts.clock.now(),
    );
    this.#parts.changed();
  }

  async #afterStart(run: ContainerRun): Promise<void> {
    const { events, changed } = this.#parts;
    const { program } = run;
    const isWell = await this.#hook(run, 'postStart', Infinity);
    if (run.program !== program) return;
    run.isSettled = true;
    if (!isWell) {
      events.warn(run, 'FailedPostStartHook', 'PostStartHook failed');
      events.killing(run, 'FailedPostStartHook');
      program?.signal('KILL');
    }
    changed();
  }

  async #endGently(run: ContainerRun, { graceMs, stopDelayMs }: Omit<EndRequest, 'message'>): Promise<void> {
    const { program } = run;
    const { events, clock } = this.#parts;
    if (graceMs <= 0) {
      program?.signal('KILL');
      return;
    }
    if (run.container.lifecycle?.preStop !== undefined && !(await this.#hook(run, 'preStop', graceMs)))
      events.warn(run, 'FailedPreStopHook', 'PreStopHook failed');
    const ask = () => {
      if (run.program === program) program?.signal('TERM');
    };
    if (stopDelayMs > 0) clock.after(stopDelayMs, ask);
    else ask();
  }

  async #hook(run: ContainerRun, name: 'postStart' | 'preStop', timeoutMs: number): Promise<boolean> {
    const hook = run.container.lifecycle?.[name];
    if (hook === undefined) return true;
    const { surroundings, listensOn } = this.#parts;
    const isAnswering = networkFailure(hook, run.container, { podIP: '', listensOn }) === undefined;
    return runHook(hook, run, { surroundings, isAnswering, timeoutMs });
  }

  #ask(run: ContainerRun, probe: ProbeRun, podIP: string): void {
    const { surroundings, listensOn, changed } = this.#parts;
    const { exec, timeoutSeconds = 1 } = probe.probe;
    if (exec === undefined) {
      const failure = networkFailure(probe.probe, run.container, { podIP, listensOn });
      this.#answered(run, probe, { isWell: failure === undefined, output: failure ?? '', isLasting: true });
      return;
    }
    probe.isAsked = true;
    const { program } = run;
    const request = { command: exec.command ?? [], timeoutMs: timeoutSeconds * 1000 };
    void execForAnswer(run, surroundings, request).then((answer) => {
      if (run.program !== program) return;
      this.#answered(run, probe, { ...answer, isLasting: false });
      changed();
    });
  }

  #answered(
    run: ContainerRun,
    probe: ProbeRun,
    { isWell, output, isLasting }: { isWell: boolean; output: string; isLasting: boolean },
  ): void {
    probe.record(isWell, this.#parts.clock.now(), isLasting);
    if (!isWell) this.#parts.events.warn(run, 'Unhealthy', `${probe.kind} probe failed: ${output}`);
  }
}

export interface EndRequest {
  readonly graceMs: number;
  readonly message: string;
  /** How much later than asked it cares. */
  readonly stopDelayMs: number;
}
