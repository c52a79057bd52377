import { calledAs } from './commands/program/called-as.ts';
import { withVerbFirst } from './commands/program/verb-first.ts';
import { WrongUse } from './commands/program/wrong-use.ts';
import { commands } from './commands/commands.ts';
import { helpText } from './help-text.ts';

/** Exit codes: 0 done, 1 failed, 2 wrong use; of kubectl's verbs kubectl's own. */
const program = calledAs();
process.exitCode = await main(withVerbFirst(process.argv.slice(2), commands));

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    console.log(helpText(program, commands));
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name || candidate.aliases?.includes(name));
  if (command === undefined) {
    console.error(`${program}: there is no command "${name}"; see ${program} help`);
    return 2;
  }
  try {
    const { run } = await command.load();
    return await run(args);
  } catch (error) {
    const words = `${program} ${name}: ${error instanceof Error ? error.message : String(error)}`;
    if (!isWrongUse(error)) {
      console.error(words);
      return 1;
    }
    console.error(`${words}; see ${program} ${name} --help`);
    return 2;
  }
}

/** An option that there is not, or without its value: `parseArgs` says so by these codes. */
function isWrongUse(error: unknown): boolean {
  if (error instanceof WrongUse) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}
