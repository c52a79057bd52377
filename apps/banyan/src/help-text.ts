import type { Command } from './commands/commands.ts';

const LINE_LENGTH = 100;

export function helpText(calledAs: string, commands: readonly Command[]): string {
  const own = commands.filter(({ on }) => on === undefined);
  const width = Math.max(...own.map(({ name }) => name.length));
  const verbs = (on: Command['on']) => commands.filter((one) => one.on === on).map(({ name }) => name);
  return [
    'Banyan makes many Kubernetes clusters one.',
    '',
    `usage: ${calledAs} COMMAND [FLAGS]`,
    '',
    ...own.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`),
    '',
    'What kubectl does, on templates (kept in the hub to be sent to members), or with --cluster NAME in that member:',
    '',
    ...inLines(verbs('templates')),
    '',
    'With --cluster NAME only:',
    '',
    ...inLines(verbs('member')),
  ].join('\n');
}

function inLines(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 2 <= LINE_LENGTH)
      lines[lines.length - 1] = `${last}, ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines;
}
