import { holderOf } from './folder-lock.ts';

/** What to say about a folder that another has. */
export async function inUse(dir: string): Promise<Error> {
  const holder = await holderOf(dir);
  if (holder === undefined) return new Error(`${dir} is in use; choose another folder with --dir`);
  const { what, pid } = holder;
  return new Error(
    `a ${what} is running in ${dir} (process ${pid}): end it with banyan ${what} down, or choose another folder with --dir`,
  );
}
