import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@banyan/testing';
import { findKubectl } from '@banyan/testing/kubectl-suite';
import type { ExampleWorld } from './example-world.ts';
import { followReadme } from './follow-readme.ts';
import { EXAMPLES } from './reader-folder.ts';
import { ReaderShell } from './reader-shell.ts';
import { TidyWorld } from './tidy-world.ts';

/** Follows the READMEs in one world, one after the other: what one leaves behind fails it, too. */
export function testExamples(
  title: string,
  examples: readonly string[],
  start: () => Promise<ExampleWorld>,
): void {
  describe(title, { timeout: 1_200_000 }, () => {
    let world: ExampleWorld;
    let tidyWorld: TidyWorld;
    let shell: ReaderShell | undefined;

    before(async () => {
      world = await start();
      tidyWorld = await TidyWorld.of(world.dir);
      shell = await openShell();
    });
    after(async () => {
      await shell?.close();
      await tidyWorld?.close();
      await world?.stop();
    });

    /** A reader who has done what examples/README.md says comes first. */
    async function openShell(): Promise<ReaderShell> {
      const opened = await ReaderShell.open(world.dir, (await findKubectl()).program);
      await followReadme(opened, await readFile(join(EXAMPLES, 'README.md'), 'utf8'));
      return opened;
    }

    for (const example of examples) {
      test(example, async () => {
        shell ??= await openShell();
        const before = await tidyWorld.contents();
        try {
          await followReadme(shell, await readFile(join(EXAMPLES, example, 'README.md'), 'utf8'));
        } catch (error) {
          // Its variables and background jobs are nobody's any more.
          await shell.close();
          shell = undefined;
          throw error;
        }
        let left: string[] = [];
        await eventually('nothing is left behind', async () => {
          left = await tidyWorld.addedSince(before);
          return left.length === 0;
        }).catch((cause: unknown) => {
          throw new Error(`it leaves behind: ${left.join('; ')}`, { cause });
        });
      });
    }
  });
}
