import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from '../program/make-folder.ts';

const LOCK_FILE = 'lock';
const HOLDER_FILE = 'running.json';
const SQLITE_BUSY = 5;
const POLL_MS = 20;
/** For what a process that was killed had started: it ends by itself, within its own time of grace. */
const LEFTOVER_WAIT_MS = 15_000;

/** Who has a folder. */
export interface Holder {
  readonly what: 'demo' | 'playground';
  readonly pid: number;
  /** What it started; they end when it does. */
  readonly children: readonly number[];
}

/** Held until it is released or this process ends, however that happens. */
export interface FolderLock {
  tellChildren(pids: readonly number[]): void;
  release(): Promise<void>;
}

/** Takes a folder for this process alone, and makes it if need be. Undefined: another has it. */
export async function takeFolder(dir: string, what: Holder['what']): Promise<FolderLock | undefined> {
  await makeFolder(dir, 0o700);
  const database = lockedDatabase(join(dir, LOCK_FILE));
  if (database === undefined) return undefined;
  const file = join(dir, HOLDER_FILE);
  const tell = (children: readonly number[]) => {
    const holder: Holder = { what, pid: process.pid, children };
    // Whoever reads it meanwhile reads the whole of it.
    writeFileSync(`${file}.tmp`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  };
  for (const pid of (await holderOf(dir))?.children ?? []) await leftoverEnds(pid);
  tell([]);
  const release = async () => {
    await rm(file, { force: true });
    database.close();
  };
  return { tellChildren: tell, release };
}

/** Of a folder that is not free. */
export async function holderOf(dir: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(join(dir, HOLDER_FILE), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended and that nobody asked about is still in the kernel's list.
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The kernel gives its lock back when the process ends: none is ever left behind. */
function lockedDatabase(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file);
  try {
    // In memory: one that is killed leaves no file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

async function leftoverEnds(pid: number): Promise<void> {
  const end = performance.now() + LEFTOVER_WAIT_MS;
  while (isRunning(pid) && performance.now() < end) await delay(POLL_MS);
}
