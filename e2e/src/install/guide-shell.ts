import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { isOnPath, kubeProgram, type Cluster } from '@banyan/testing';

const ROOT = join(import.meta.dirname, '../../..');
/** Ends a command that hangs. */
const DEADLINE_MS = 180_000;

/** `$NAME` and `${NAME}` of standard input filled in, what is not set as nothing: for machines without gettext. */
const ENVSUBST = `#!${process.execPath}
const { readFileSync } = require('node:fs');
const fill = (text) => text.replace(/\\$(?:\\{(\\w+)\\}|(\\w+))/g, (_, a, b) => process.env[a ?? b] ?? '');
process.stdout.write(fill(readFileSync(0, 'utf8')));
`;

/** A person's shell in the checkout, with kubectl pointed at one cluster. */
export class GuideShell {
  readonly #cluster: Cluster;
  readonly #bin: string;

  private constructor(cluster: Cluster, bin: string) {
    this.#cluster = cluster;
    this.#bin = bin;
  }

  static async open(cluster: Cluster): Promise<GuideShell> {
    const bin = join(cluster.dir, 'bin');
    await mkdir(bin, { recursive: true });
    const program = join(ROOT, 'apps/banyan/bin/banyan.js');
    await script(join(bin, 'banyan'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    if (!isOnPath('envsubst')) await script(join(bin, 'envsubst'), ENVSUBST);
    return new GuideShell(cluster, bin);
  }

  /** Standard output of a command that must succeed. */
  async run(command: string): Promise<string> {
    const { code, stdout, stderr } = await this.try(command);
    if (code !== 0) throw new Error(`${command}\nexit code ${code}\n${stdout}${stderr}`);
    return stdout;
  }

  try(command: string): Promise<{ code: number; stdout: string; stderr: string }> {
    const path = [dirname(kubeProgram('kubectl')), this.#bin, process.env['PATH']].join(delimiter);
    const env = { PATH: path, HOME: this.#cluster.dir, KUBECONFIG: this.#cluster.kubeconfig };
    const options = { cwd: ROOT, env, timeout: DEADLINE_MS, maxBuffer: 64 * 1024 * 1024 };
    return new Promise((resolve) => {
      execFile('bash', ['-o', 'pipefail', '-c', command], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr });
      });
    });
  }
}

async function script(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o755);
}
