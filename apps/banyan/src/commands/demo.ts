import { endFolder } from './demo-folder/end-folder.ts';
import { readDemoFlags, USAGE } from './demo/demo-flags.ts';
import { runDemo } from './demo/run-demo.ts';

/** A hub and playground members on this machine. */
export async function run(args: string[]): Promise<number> {
  const flags = readDemoFlags(args);
  if (flags.isHelp) {
    console.log(USAGE);
    return 0;
  }
  if (!flags.isDown) return runDemo(flags);
  console.log(await endFolder(flags.dir ?? '.banyan', { what: 'demo', purge: flags.purge }));
  return 0;
}
