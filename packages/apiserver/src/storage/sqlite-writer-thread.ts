import { Worker } from 'node:worker_threads';
import type { PersistedRow } from './persistence.ts';
import type { WriterAnswer, WriterData, WriterRequest } from './sqlite-writer.ts';
import { StorageError } from './storage-error.ts';

interface Asked {
  readonly resolve: (answer: WriterAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** The other end of sqlite-writer.ts. The thread begins with the first question, and ends with `close`. */
export class SqliteWriterThread {
  readonly #file: string;
  #worker: Worker | undefined;
  /** Who waits for an answer, in the order of the requests. */
  readonly #asked: Asked[] = [];
  #rows: PersistedRow[] = [];
  #ended: Error | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async load(): Promise<{ revision: number; rows: PersistedRow[] }> {
    const answer = await this.ask({ type: 'load' });
    const rows = this.#rows;
    this.#rows = [];
    return { revision: answer.type === 'loaded' ? answer.revision : 0, rows };
  }

  /** Throws the StorageError that the thread answers with, or WriteFailed when it has ended. */
  async ask(request: WriterRequest): Promise<WriterAnswer> {
    if (this.#ended !== undefined) throw this.#ended;
    const worker = (this.#worker ??= this.#start());
    const answer = await new Promise<WriterAnswer>((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      worker.postMessage(request);
    });
    if (answer.type === 'failed') throw new StorageError(answer.code, `${this.#file}: ${answer.message}`);
    return answer;
  }

  /** More than once does no harm, nor when there is no thread any more. */
  async close(): Promise<void> {
    if (this.#worker === undefined || this.#ended !== undefined) return;
    const ended = new Promise((resolve) => this.#worker?.once('exit', resolve));
    await this.ask({ type: 'close' });
    await ended;
  }

  #start(): Worker {
    // Beside this file under either name: the source, or the built program.
    const script = import.meta.url.endsWith('.ts') ? './sqlite-writer.ts' : './sqlite-writer.js';
    const workerData: WriterData = { file: this.#file };
    const worker = new Worker(new URL(script, import.meta.url), { workerData });
    worker.on('message', (answer: WriterAnswer) => {
      if (answer.type === 'rows') this.#rows.push(...answer.rows);
      else this.#asked.shift()?.resolve(answer);
    });
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', () =>
      this.#end(new StorageError('WriteFailed', `${this.#file}: its thread has ended`)),
    );
    return worker;
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#asked.splice(0)) reject(this.#ended);
  }
}
