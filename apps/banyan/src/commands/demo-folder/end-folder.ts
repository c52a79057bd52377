import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { holderOf, takeFolder, type Holder } from './folder-lock.ts';

const POLL_MS = 20;
const END_WAIT_MS = 30_000;
/** What demo and playground make in their folder; anything else there is not theirs to remove. */
const OURS =
  /^((hub|member\d+)(\.kubeconfig)?|through-hub\.kubeconfig|playground\.sock|(demo|playground|hub|members|member\d+-agent)\.log|running\.json(\.tmp)?|lock)$/;

/** Ends what runs in a folder, with `purge` what it kept there too. Says what was done. */
export async function endFolder(
  dir: string,
  { what, purge }: { what: Holder['what']; purge: boolean },
): Promise<string> {
  if (!existsSync(dir)) return `no ${what} is running in ${dir}`;
  const ended = await endHolder(dir, what);
  if (purge) await removeKept(dir, what);
  const words = ended ? `the ${what} in ${dir} has ended` : `no ${what} is running in ${dir}`;
  return purge ? `${words}; what it kept is removed` : words;
}

/** False: nobody was there. */
async function endHolder(dir: string, what: Holder['what']): Promise<boolean> {
  if (await isFree(dir, what)) return false;
  const holder = await holderOf(dir);
  if (holder === undefined) throw new Error(`${dir} is in use, and it is not said by whom; try again`);
  if (holder.what !== what)
    throw new Error(`in ${dir} a ${holder.what} is running: end it with banyan ${holder.what} down`);
  process.kill(holder.pid, 'SIGTERM');
  const end = performance.now() + END_WAIT_MS;
  while (!(await isFree(dir, what))) {
    if (performance.now() > end)
      throw new Error(`process ${holder.pid} does not end; kill -9 ${holder.pid} will`);
    await delay(POLL_MS);
  }
  return true;
}

async function isFree(dir: string, what: Holder['what']): Promise<boolean> {
  const lock = await takeFolder(dir, what);
  await lock?.release();
  return lock !== undefined;
}

async function removeKept(dir: string, what: Holder['what']): Promise<void> {
  const lock = await takeFolder(dir, what);
  if (lock === undefined) throw new Error(`${dir} was taken again meanwhile; nothing is removed`);
  try {
    const names = (await readdir(dir)).filter((name) => OURS.test(name));
    for (const name of names) await rm(join(dir, name), { recursive: true, force: true });
  } finally {
    await lock.release();
  }
  // Kept if there is something of others in it.
  await rmdir(dir).catch(() => {});
}
