import { BrokenPipe, ByteReader, Collector, NOTHING, Pipe } from './byte-streams.ts';
import { COMMANDS } from './commands/command-table.ts';
import { expandText, expandWords, type Expansion } from './expand-words.ts';
import { FileError } from './file-tree.ts';
import { parseScript } from './parse-script.ts';
import { redirected } from './redirects.ts';
import type { Command, Pipeline, Script, Statement } from './script.ts';
import { ShellSyntaxError } from './script.ts';
import { runCompound } from './run-compound.ts';
import { BUILT_INS, LeaveFunction, LeaveLoop, LeaveShell } from './shell-built-ins.ts';
import { complain, type CommandContext, type ShellCommand } from './shell-command.ts';
import type { ShellProcess, ShellStreams } from './shell-process.ts';
import type { ShellSession } from './shell-session.ts';

/** What a command substitution may put into memory. */
const MAX_SUBSTITUTION_BYTES = 1024 * 1024;
const NOT_FOUND = 127;
const SIGPIPE_CODE = 141;

/** Runs commands in a session. Throws LeaveShell at `exit`, and ProgramKilled. */
export class ScriptRunner {
  readonly #process: ShellProcess;
  readonly #session: ShellSession;

  constructor(process: ShellProcess, session: ShellSession) {
    this.#process = process;
    this.#session = session;
  }

  async run(script: Script, streams: ShellStreams): Promise<number> {
    for (const statement of script) {
      await this.#process.step();
      if (statement.isBackground) this.#runBeside(statement, streams);
      else await this.#runStatement(statement, streams);
    }
    return this.#session.status;
  }

  /** A command by its arguments, as if they stood in a script. */
  async runCommand(words: readonly string[], streams: ShellStreams): Promise<number> {
    const [name = '', ...args] = words;
    const command = this.#find(name);
    if (command === undefined) return this.#notFound(name, streams);
    const context = this.#context(name, streams);
    try {
      return await command(args, context);
    } catch (error) {
      if (error instanceof BrokenPipe) return SIGPIPE_CODE;
      if (error instanceof FileError) return complain(context, error.problem);
      throw error;
    }
  }

  #context(name: string, streams: ShellStreams): CommandContext {
    const [process, session] = [this.#process, this.#session];
    const other = (changes: { process?: ShellProcess; session?: ShellSession }) =>
      new ScriptRunner(changes.process ?? process, changes.session ?? session);
    return {
      ...streams,
      process,
      session,
      name,
      knows: (command) => this.#find(command) !== undefined,
      runWords: (words, changes = {}) => other(changes).runCommand(words, { ...streams, ...changes }),
      runText: (text, changes = {}) => other(changes).run(parseScript(text), { ...streams, ...changes }),
    };
  }

  #find(name: string): ShellCommand | undefined {
    const body = this.#session.functions.get(name);
    if (body !== undefined) return (args, context) => this.#callFunction(body, args, context);
    return BUILT_INS.get(name) ?? COMMANDS.get(name.replace(/^(\/usr)?(\/local)?\/s?bin\//, ''));
  }

  async #notFound(name: string, streams: ShellStreams): Promise<number> {
    if (this.#process.world.unknownCommands === 'pass') return 0;
    return complain({ ...streams, name: this.#session.name }, `${name}: not found`, NOT_FOUND);
  }

  async #callFunction(body: Command, args: readonly string[], context: CommandContext): Promise<number> {
    const outer = this.#session.args;
    this.#session.args = args;
    try {
      return await this.#process.nest(() => this.#runOne(body, context));
    } catch (error) {
      if (error instanceof LeaveFunction) return error.code;
      throw error;
    } finally {
      this.#session.args = outer;
    }
  }

  #runBeside(statement: Statement, streams: ShellStreams): void {
    const apart = new ScriptRunner(this.#process, this.#session.copy());
    const quiet = { ...streams, stdin: new ByteReader(NOTHING) };
    const running = apart.#runApart([{ ...statement, isBackground: false }], quiet).catch(() => SIGPIPE_CODE);
    this.#session.background.push(running);
    this.#session.status = 0;
  }

  /** What leaves it leaves only itself. */
  async #runApart(script: Script, streams: ShellStreams): Promise<number> {
    try {
      return await this.#process.nest(() => this.run(script, streams));
    } catch (error) {
      if (error instanceof LeaveShell) return error.code;
      if (error instanceof LeaveLoop) return 0;
      throw error;
    }
  }

  async #runStatement({ first, rest }: Statement, streams: ShellStreams): Promise<void> {
    let last = first;
    await this.#runPipeline(first, streams);
    for (const { operator, pipeline } of rest) {
      if ((this.#session.status === 0) !== (operator === '&&')) continue;
      last = pipeline;
      await this.#runPipeline(pipeline, streams);
    }
    const isJudged = last === (rest.at(-1)?.pipeline ?? first) && !last.isNegated;
    if (isJudged && this.#session.status !== 0 && this.#session.options.has('e'))
      throw new LeaveShell(this.#session.status);
  }

  async #runPipeline({ commands, isNegated }: Pipeline, streams: ShellStreams): Promise<void> {
    const [only] = commands;
    const code =
      commands.length === 1 && only !== undefined
        ? await this.#runOne(only, streams)
        : await this.#runPiped(commands, streams);
    this.#session.status = isNegated ? Number(code === 0) : code;
  }

  async #runPiped(commands: readonly Command[], streams: ShellStreams): Promise<number> {
    const pipes = commands.slice(1).map(() => new Pipe());
    const codes = await Promise.all(
      commands.map(async (command, i) => {
        const [before, after] = [pipes[i - 1], pipes[i]];
        const apart = new ScriptRunner(this.#process, this.#session.copy());
        try {
          return await apart.#runOneApart(command, {
            ...streams,
            stdin: before === undefined ? streams.stdin : new ByteReader(before),
            stdout: after ?? streams.stdout,
          });
        } finally {
          before?.close();
          after?.end();
        }
      }),
    );
    return codes.at(-1) ?? 0;
  }

  async #runOneApart(command: Command, streams: ShellStreams): Promise<number> {
    try {
      return await this.#process.nest(() => this.#runOne(command, streams));
    } catch (error) {
      if (error instanceof LeaveShell) return error.code;
      if (error instanceof LeaveLoop) return 0;
      if (error instanceof BrokenPipe) return SIGPIPE_CODE;
      throw error;
    }
  }

  async #runOne(command: Command, outer: ShellStreams): Promise<number> {
    const complainer = { ...outer, name: this.#session.name };
    try {
      const streams = await this.#redirected(command, outer);
      return await this.#runBody(command, streams);
    } catch (error) {
      if (error instanceof FileError) return complain(complainer, error.message);
      if (!(error instanceof ShellSyntaxError)) throw error;
      await complain(complainer, error.message);
      throw new LeaveShell(2);
    }
  }

  async #redirected({ redirects }: Command, streams: ShellStreams): Promise<ShellStreams> {
    if (redirects.length === 0) return streams;
    const expansion = this.#expansion(streams);
    const open = [];
    for (const { target, ...rest } of redirects)
      open.push({ ...rest, target: await expandText(target, expansion) });
    try {
      return redirected(streams, open, { world: this.#process.world, cwd: this.#session.cwd });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const { operator = '>', target = '' } = open.at(-1) ?? {};
      const what = operator === '<' ? "can't open" : "can't create";
      throw Object.assign(error, { message: `${what} ${target}: ${error.problem}` });
    }
  }

  async #runBody(command: Command, streams: ShellStreams): Promise<number> {
    switch (command.type) {
      case 'simple':
        return this.#runSimple(command, streams);
      case 'group':
        return this.run(command.body, streams);
      case 'subshell':
        return new ScriptRunner(this.#process, this.#session.copy()).#runApart(command.body, streams);
      case 'function':
        this.#session.functions.set(command.name, command.body);
        return 0;
      default:
        return runCompound(command, {
          session: this.#session,
          expansion: this.#expansion(streams),
          run: (script) => this.run(script, streams),
          step: () => this.#process.step(),
        });
    }
  }

  async #runSimple(command: Extract<Command, { type: 'simple' }>, streams: ShellStreams): Promise<number> {
    const expansion = this.#expansion(streams);
    const { variables, exported, options } = this.#session;
    const words = await expandWords(command.words, expansion);
    const kept: [string, string | undefined][] = [];
    this.#session.status = 0;
    for (const [name, value] of command.assignments) {
      kept.push([name, variables.get(name)]);
      this.#session.assign(name, await expandText(value, expansion));
      if (words.length > 0 || options.has('a')) exported.add(name);
    }
    if (options.has('x') && words.length > 0)
      await streams.stderr.write(Buffer.from(`+ ${words.join(' ')}\n`));
    if (words.length === 0) return this.#session.status;
    const code = await this.runCommand(words, streams);
    for (const [name, old] of kept) {
      if (old === undefined) variables.delete(name);
      else variables.set(name, old);
    }
    return code;
  }

  #expansion(streams: ShellStreams): Expansion {
    return {
      session: this.#session,
      files: this.#process.world.files,
      substitute: async (script) => {
        const stdout = new Collector(MAX_SUBSTITUTION_BYTES);
        const apart = new ScriptRunner(this.#process, this.#session.copy());
        this.#session.status = await apart.#runApart(script, { ...streams, stdout });
        return stdout.text.replace(/\n+$/, '');
      },
    };
  }
}
