import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { StorageError } from './storage-error.ts';

/** How far the head on the disk may be behind after a power cut; short of one it is never behind. */
const SYNC_AFTER_MS = 1000;

/**
 * The newest revision that was acknowledged, in a file beside the database. SQLite mends a damaged log by dropping
 * its end without a word, and only a second opinion can tell. Written after the database's own sync: it is never
 * ahead of what a sound disk has.
 */
export class HeadFile {
  readonly #descriptor: number;
  #timer: NodeJS.Timeout | undefined;

  /** The file must be there. */
  constructor(file: string) {
    this.#descriptor = openSync(file, 'r+');
  }

  /** Undefined: there is none. Throws Damaged if it says nothing one could rely on. */
  static read(file: string): number | undefined {
    let text: string;
    try {
      text = readFileSync(file, 'latin1');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const revision = Number(text.slice(0, 16));
    if (!Number.isSafeInteger(revision) || text !== headText(revision)) {
      throw new StorageError('Damaged', `${file} is damaged`);
    }
    return revision;
  }

  /** All or nothing, and on the disk when it returns. */
  static create(file: string, revision: number): void {
    const draft = `${file}.new`;
    const descriptor = openSync(draft, 'w', 0o600);
    try {
      writeSync(descriptor, headText(revision));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
    syncFolderOf(file);
  }

  /** In place, of one length, within one sector: a crash leaves the old or the new. */
  write(revision: number): void {
    writeSync(this.#descriptor, headText(revision), 0);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // Should it fail, the database's own sync will fail, and that one is told.
      fdatasync(this.#descriptor, () => undefined);
    }, SYNC_AFTER_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    try {
      fdatasyncSync(this.#descriptor);
    } finally {
      closeSync(this.#descriptor);
    }
  }
}

/** Makes a name that was made or changed in the file's folder survive a power cut. */
export function syncFolderOf(file: string): void {
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function headText(revision: number): string {
  const digits = String(revision).padStart(16, '0');
  return `${digits} ${crc32(digits).toString(16).padStart(8, '0')}\n`;
}
