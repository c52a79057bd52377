/** Splits a command as a shell would, as far as scenarios need it: spaces part words, single quotes keep them together. */
export function commandWords(command: string): string[] {
  if (command.split("'").length % 2 === 0) throw new Error(`a quote is left open: ${command}`);
  const words = command.match(/(?:[^\s']+|'[^']*')+/g) ?? [];
  return words.map((word) => word.replaceAll("'", ''));
}
