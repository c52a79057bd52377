import type { Command } from './commands/commands.ts';

export function helpText(calledAs: string, commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Banyan makes many Kubernetes clusters one.',
    '',
    `usage: ${calledAs} COMMAND [FLAGS]`,
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`),
  ].join('\n');
}
