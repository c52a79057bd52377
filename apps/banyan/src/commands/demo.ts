import { endFolder } from './demo-folder/end-folder.ts';
import { WrongUse } from './demo-folder/wrong-use.ts';
import { readDemoFlags, USAGE } from './demo/demo-flags.ts';
import { runDemo } from './demo/run-demo.ts';

/** A hub and playground members on this machine. */
export async function run(args: string[]): Promise<number> {
  try {
    const flags = readDemoFlags(args);
    if (flags.isHelp) {
      console.log(USAGE);
      return 0;
    }
    if (!flags.isDown) return await runDemo(flags);
    console.log(await endFolder(flags.dir ?? '.banyan', { what: 'demo', purge: flags.purge }));
    return 0;
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    console.error(`banyan demo: ${error.message}; see banyan demo --help`);
    return 2;
  }
}
