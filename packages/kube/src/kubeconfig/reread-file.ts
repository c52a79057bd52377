import { readFile } from 'node:fs/promises';
import type { Clock } from '../client/clock.ts';
import { KubeError } from '../errors/kube-error.ts';

/** As kubectl: a minute, less ten seconds. The kubelet renews a token long before it ends. */
const REREAD_AFTER_MS = 50_000;

export interface RereadFileOptions {
  readonly path: string;
  /** For messages: `user "admin": tokenFile`. */
  readonly field: string;
  readonly clock: Clock;
}

/**
 * The content of a file that someone else rewrites. Read again when it was read long ago or when told that
 * it no longer serves; if that fails, or gives nothing, what was read before still holds.
 */
export class RereadFile {
  readonly #options: RereadFileOptions;
  #content: string | undefined;
  #readAtMs = -Infinity;
  #reading: Promise<string> | undefined;

  constructor(options: RereadFileOptions) {
    this.#options = options;
  }

  /** Throws BadConfig only if it could never be read. */
  read(): Promise<string> {
    const { clock } = this.#options;
    if (this.#content !== undefined && clock.elapsed() - this.#readAtMs < REREAD_AFTER_MS) {
      return Promise.resolve(this.#content);
    }
    this.#reading ??= this.#reread().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  expire(): void {
    this.#readAtMs = -Infinity;
  }

  async #reread(): Promise<string> {
    const { path, field, clock } = this.#options;
    try {
      const content = await readFile(path, 'utf8');
      if (content.trim() === '') throw new Error('it is empty');
      this.#content = content;
    } catch (cause) {
      if (this.#content === undefined) {
        const words = cause instanceof Error ? cause.message : String(cause);
        throw new KubeError('BadConfig', `${field}: ${path} cannot be used: ${words}`, { cause });
      }
    }
    this.#readAtMs = clock.elapsed();
    return this.#content;
  }
}
