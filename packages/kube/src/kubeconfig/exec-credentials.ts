import type { Clock } from '../client/clock.ts';
import { abortable } from '../client/abortable.ts';
import { KubeError } from '../errors/kube-error.ts';
import type { CredentialSource, Credentials } from './cluster-connection.ts';
import type { ExecConfig } from './kubeconfig.ts';
import { parseExecCredential } from './parse-exec-credential.ts';
import { runExecPlugin } from './run-exec-plugin.ts';

/** New credentials are fetched this long before the old ones end, or a tenth of their life if that is less. */
const REFRESH_BEFORE_EXPIRY_MS = 10_000;

/** What a plugin is told of the cluster, if the kubeconfig has it so. */
export interface ExecClusterInfo {
  readonly server: string;
  readonly 'tls-server-name'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'certificate-authority-data'?: string;
  readonly 'proxy-url'?: string;
  readonly 'disable-compression'?: boolean;
  readonly config?: unknown;
}

export interface ExecCredentialsOptions {
  readonly exec: ExecConfig;
  readonly cluster: () => Promise<ExecClusterInfo>;
  readonly owner: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
  readonly clock: Clock;
}

interface Held {
  readonly credentials: Credentials;
  /** By the wall clock, since that is what the plugin's answer speaks of. */
  readonly refreshAtMs: number;
}

/** Credentials from a program. It runs once for all who ask, again shortly before expiry and after a 401. */
export class ExecCredentials implements CredentialSource {
  readonly #options: ExecCredentialsOptions;
  #held: Held | undefined;
  #running: Promise<Held> | undefined;

  constructor(options: ExecCredentialsOptions) {
    this.#options = options;
  }

  async get(signal?: AbortSignal): Promise<Credentials> {
    if (this.#held !== undefined && this.#options.clock.now() < this.#held.refreshAtMs) {
      return this.#held.credentials;
    }
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    // The signal ends this wait, not the plugin: others wait for it, or will ask next.
    const { credentials } = await (signal === undefined ? this.#running : abortable(this.#running, signal));
    return credentials;
  }

  refused(credentials: Credentials): void {
    if (this.#held?.credentials === credentials) this.#held = undefined;
  }

  async #run(): Promise<Held> {
    const { exec, owner, env, clock } = this.#options;
    const interactive = isInteractive(exec, owner, this.#options.isTerminal);
    const spec = {
      ...(exec.provideClusterInfo && { cluster: await this.#options.cluster() }),
      interactive,
    };
    const execInfo = JSON.stringify({ kind: 'ExecCredential', apiVersion: exec.apiVersion, spec });
    const output = await runExecPlugin({ exec, owner, env, execInfo, interactive });
    const { credentials, expiresAtMs } = parseExecCredential(output, exec, owner);
    this.#held = { credentials, refreshAtMs: refreshTime(expiresAtMs, clock.now()) };
    return this.#held;
  }
}

function refreshTime(expiresAtMs: number | undefined, nowMs: number): number {
  if (expiresAtMs === undefined) return Infinity;
  const lifeMs = Math.max(0, expiresAtMs - nowMs);
  return expiresAtMs - Math.min(REFRESH_BEFORE_EXPIRY_MS, lifeMs / 10);
}

function isInteractive(exec: ExecConfig, owner: string, isTerminal: boolean): boolean {
  if (exec.interactiveMode === 'Never') return false;
  if (exec.interactiveMode === 'Always' && !isTerminal) {
    throw new KubeError(
      'BadConfig',
      `${owner}: exec plugin ${exec.command} wants a terminal (interactiveMode: Always), and there is none`,
    );
  }
  return isTerminal;
}
