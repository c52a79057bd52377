import { basename } from 'node:path';
import { WrongUse } from './commands/program/wrong-use.ts';
import { commands } from './commands/commands.ts';
import { helpText } from './help-text.ts';

/** Exit codes: 0 done, 1 failed, 2 wrong use. */
const calledAs = basename(process.argv[1] ?? 'banyan')
  .replace(/\.js$/, '')
  .replace(/^main(\.ts)?$/, 'banyan');
process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    console.log(helpText(calledAs, commands));
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name || candidate.aliases?.includes(name));
  if (command === undefined) {
    console.error(`${calledAs}: there is no command "${name}"; see ${calledAs} help`);
    return 2;
  }
  try {
    const { run } = await command.load();
    return await run(args);
  } catch (error) {
    const words = `${calledAs} ${name}: ${error instanceof Error ? error.message : String(error)}`;
    if (!isWrongUse(error)) {
      console.error(words);
      return 1;
    }
    console.error(`${words}; see ${calledAs} ${name} --help`);
    return 2;
  }
}

/** An option that there is not, or without its value: `parseArgs` says so by these codes. */
function isWrongUse(error: unknown): boolean {
  if (error instanceof WrongUse) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}
