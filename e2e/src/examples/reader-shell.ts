import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { tellReaper } from '@banyan/testing';
import { PROGRAM } from '../members/banyan-server.ts';

/** Ends commands that hang. */
const DEADLINE_MS = 180_000;

export interface CommandOutput {
  /** Whether each command succeeded. */
  readonly isDone: boolean;
  /** What a terminal would show. */
  readonly text: string;
}

/** Its bash in a folder, in which variables and background jobs last from one block to the next, and go with it. */
export class ReaderShell {
  readonly #dir: string;
  readonly #bash: ChildProcess;
  readonly #words: AsyncIterator<string>;

  private constructor(dir: string, bash: ChildProcess, words: AsyncIterator<string>) {
    this.#dir = dir;
    this.#bash = bash;
    this.#words = words;
  }

  /** `banyan` is the program of this checkout, `kubectl` the one given. */
  static async open(dir: string, kubectl: string): Promise<ReaderShell> {
    const bin = join(dir, 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'banyan'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    await chmod(join(bin, 'banyan'), 0o755);
    const path = [bin, dirname(kubectl), process.env['PATH']].join(delimiter);
    const bash = spawn('bash', ['--norc'], {
      cwd: dir,
      env: { PATH: path, HOME: dir, TMPDIR: dir, LC_ALL: 'C' },
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    if (bash.pid === undefined) throw new Error('there is no bash to run the examples with');
    tellReaper({ watch: 'process-group', id: bash.pid });
    const words = createInterface({ input: bash.stdout })[Symbol.asyncIterator]();
    const shell = new ReaderShell(dir, bash, words);
    await shell.#say(`set -o pipefail; trap 'FAILED=1' ERR`);
    return shell;
  }

  async run(commands: string): Promise<CommandOutput> {
    const [script, output] = [join(this.#dir, 'commands.sh'), join(this.#dir, 'output.txt')];
    await writeFile(script, `${commands}\n`);
    const failed = await this.#say(`FAILED=0; . '${script}' > '${output}' 2>&1 < /dev/null`);
    return { isDone: failed === '0', text: await readFile(output, 'utf8') };
  }

  async close(): Promise<void> {
    const { pid } = this.#bash;
    if (pid === undefined) return;
    const isGone = this.#bash.exitCode !== null || this.#bash.signalCode !== null;
    const exit = isGone ? Promise.resolve() : once(this.#bash, 'exit');
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Nobody is left in it.
    }
    await exit;
    tellReaper({ forget: pid });
  }

  /** What FAILED is after these words. */
  async #say(words: string): Promise<string> {
    this.#bash.stdin?.write(`${words}\necho "$FAILED"\n`);
    const deadline = setTimeout(() => void this.close(), DEADLINE_MS);
    const { value, done } = await this.#words.next();
    clearTimeout(deadline);
    if (done) throw new Error('the shell has ended: a command did not return, or ended it');
    return String(value);
  }
}
