/**
 * The thread that owns the database file: a sync to the disk takes milliseconds, which the API server's event
 * loop must not spend. Answers each message with one of its own, in order.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { PersistedChange, PersistedRow } from './persistence.ts';
import { openingError, writingError, type SentError } from './sqlite-error.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { openSqlite } from './sqlite-open.ts';

export interface WriterData {
  readonly file: string;
}

export type WriterRequest =
  | { readonly type: 'load' }
  | { readonly type: 'commit'; readonly changes: readonly PersistedChange[] }
  | { readonly type: 'close' };

export type WriterAnswer =
  | { readonly type: 'done' }
  /** Some of the rows; `loaded` comes when all have come. */
  | { readonly type: 'rows'; readonly rows: readonly PersistedRow[] }
  | { readonly type: 'loaded'; readonly revision: number }
  | ({ readonly type: 'failed' } & SentError);

class Writer {
  readonly #name: string;
  readonly #send: (answer: WriterAnswer) => void;
  #file: SqliteFile | undefined;
  #maintenance: NodeJS.Immediate | undefined;
  /** Why nothing is written any more. */
  #broken: unknown;

  constructor(name: string, send: (answer: WriterAnswer) => void) {
    this.#name = name;
    this.#send = send;
  }

  handle(request: WriterRequest): void {
    try {
      this.#send(this.#answer(request));
    } catch (error) {
      this.#broken ??= error;
      const sent = request.type === 'load' ? openingError(error) : writingError(error);
      this.#send({ type: 'failed', ...sent });
    }
  }

  #answer(request: WriterRequest): WriterAnswer {
    switch (request.type) {
      case 'load':
        this.#file = openSqlite(this.#name, (rows) => this.#send({ type: 'rows', rows }));
        return { type: 'loaded', revision: this.#file.revision };
      case 'commit':
        if (this.#broken !== undefined) throw this.#broken;
        this.#file?.commit(request.changes);
        this.#maintenance ??= setImmediate(() => this.#maintain());
        return { type: 'done' };
      case 'close':
        clearImmediate(this.#maintenance);
        this.#file?.close();
        return { type: 'done' };
    }
  }

  /** Between two commits, when the one before is answered. */
  #maintain(): void {
    this.#maintenance = undefined;
    try {
      if (this.#broken !== undefined || this.#file?.maintain() !== true) return;
      this.#maintenance = setImmediate(() => this.#maintain());
    } catch (error) {
      // The log still has everything, but can grow no further: the next commit says so.
      this.#broken = error;
    }
  }
}

if (parentPort !== null) {
  const port = parentPort;
  const writer = new Writer((workerData as WriterData).file, (answer) => port.postMessage(answer));
  port.on('message', (request: WriterRequest) => {
    writer.handle(request);
    if (request.type === 'close') port.close();
  });
}
