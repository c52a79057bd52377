import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { KubeError } from '../errors/kube-error.ts';
import type { ExecConfig } from './kubeconfig.ts';

/** Of what the plugin says on stderr: the end of it, where the reason usually is. */
const STDERR_TAIL_CHARACTERS = 2000;
/** A credential is a few kilobytes; a plugin that says more has gone wrong. */
const MAX_STDOUT_BYTES = 4 * 1024 * 1024;

export interface ExecPluginRun {
  readonly exec: ExecConfig;
  /** For messages: `user "admin" in /home/x/.kube/config`. */
  readonly owner: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** KUBERNETES_EXEC_INFO. */
  readonly execInfo: string;
  /** The plugin may talk with a person: it gets our standard input and error. */
  readonly interactive: boolean;
}

/** Runs a credential plugin and gives back what it printed. Every failure is a BadConfig that says what to do. */
export async function runExecPlugin(run: ExecPluginRun): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(run.exec.command ?? '', [...run.exec.args], {
    env: pluginEnvironment(run),
    stdio: [run.interactive ? 'inherit' : 'ignore', 'pipe', run.interactive ? 'inherit' : 'pipe'],
  });
  const stdout: Buffer[] = [];
  let stdoutBytes = 0;
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout.push(chunk);
    stdoutBytes += chunk.length;
    if (stdoutBytes > MAX_STDOUT_BYTES) child.kill('SIGKILL');
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-STDERR_TAIL_CHARACTERS);
  });
  child.once('error', (error) => reject(notStarted(run, error)));
  child.once('close', (code, signal) => {
    if (code === 0) resolve(Buffer.concat(stdout).toString('utf8'));
    else reject(failed(run, signal ?? `exit code ${code}`, stderr));
  });
  return promise;
}

function pluginEnvironment(run: ExecPluginRun): Record<string, string | undefined> {
  const own = Object.fromEntries(run.exec.env.map(({ name, value }) => [name, value]));
  return { ...run.env, ...own, KUBERNETES_EXEC_INFO: run.execInfo };
}

function notStarted({ exec, owner }: ExecPluginRun, cause: Error): KubeError {
  const missing = 'code' in cause && cause.code === 'ENOENT';
  const words = missing ? 'is not installed' : `cannot be started: ${cause.message}`;
  const hint = exec.installHint === undefined ? '' : `\n${printable(exec.installHint)}`;
  return new KubeError('BadConfig', `${owner}: exec plugin ${exec.command} ${words}.${hint}`, { cause });
}

function failed({ exec, owner }: ExecPluginRun, how: string, stderr: string): KubeError {
  const said = stderr.trim() === '' ? '' : `: ${printable(stderr.trim())}`;
  return new KubeError('BadConfig', `${owner}: exec plugin ${exec.command} failed (${how})${said}`);
}

/** Text from a file or a program must not steer the terminal it ends up on. */
function printable(text: string): string {
  const isPlain = (character: string): boolean =>
    character >= ' ' || character === '\n' || character === '\t';
  return Array.from(stripVTControlCharacters(text)).filter(isPlain).join('');
}
