import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, ServerProcess } from '@banyan/testing';

export const PROGRAM = join(import.meta.dirname, '../../../apps/banyan/bin/banyan.js');

export interface BanyanServerOptions {
  /** Of its log, and for messages. */
  readonly name: string;
  readonly dir: string;
  /** From the subcommand on. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** May throw: not yet. */
  readonly isReady: () => Promise<boolean>;
}

/** A long-running command of the program of this checkout, which can be killed and started again. */
export class BanyanServer {
  readonly name: string;
  readonly #process: ServerProcess;
  readonly #logFile: string;

  constructor({ name, dir, args, env = {}, isReady }: BanyanServerOptions) {
    this.name = name;
    this.#logFile = join(dir, `${name}.log`);
    const variables = Object.entries(env).map(([key, value]) => `${key}=${value}`);
    this.#process = new ServerProcess({
      name,
      program: 'env',
      args: [...variables, process.execPath, PROGRAM, ...args],
      logFile: this.#logFile,
      isReady,
    });
  }

  /** Again after kill() or stop() too. */
  start(): Promise<void> {
    return this.#process.start();
  }

  kill(): Promise<void> {
    return this.#process.kill();
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  /** Of all its starts. */
  log(): Promise<string> {
    return readFile(this.#logFile, 'utf8');
  }
}

/** `hub` or `agent`, telling everything it does. */
export class ObservedServer extends BanyanServer {
  readonly #url: string;

  private constructor(options: BanyanServerOptions, url: string) {
    super(options);
    this.#url = url;
  }

  /** Not started yet. */
  static async of(options: Omit<BanyanServerOptions, 'isReady'>): Promise<ObservedServer> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const args = [...options.args, `--metrics-port=${port}`, '-v', '6'];
    const isReady = async () => (await fetch(`${url}/healthz`)).ok;
    return new ObservedServer({ ...options, args, isReady }, url);
  }

  /** One of its numbers, without labels or summed over them. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.#url}/metrics`)).text();
    const lines = text.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'gm'));
    return [...lines].reduce((sum, [, value]) => sum + Number(value), 0);
  }
}
