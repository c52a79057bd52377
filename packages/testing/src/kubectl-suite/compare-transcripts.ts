/** Lines shown around the first difference: a command with a usual answer fits. */
const CONTEXT_LINES = 8;

/**
 * What differs, told for a reader: the first differing line with the command it belongs to, both versions.
 * Undefined if the transcripts are equal.
 */
export function transcriptDifference(recorded: string, actual: string): string | undefined {
  if (recorded === actual) return undefined;
  const [left, right] = [recorded.split('\n'), actual.split('\n')];
  const first = left.findIndex((line, i) => line !== right[i]);
  const at = first === -1 ? left.length : first;
  return [
    `line ${at + 1}, of ${commandBefore(right, at)}`,
    'recorded:',
    ...excerpt(left, at),
    'now:',
    ...excerpt(right, at),
  ].join('\n');
}

function commandBefore(lines: readonly string[], at: number): string {
  return lines.slice(0, at + 1).findLast((line) => /^\w*\$ /.test(line)) ?? 'the beginning';
}

function excerpt(lines: readonly string[], at: number): string[] {
  const end = Math.min(lines.length, at + CONTEXT_LINES);
  return lines.slice(Math.max(0, at - 2), end).map((line) => `    ${line}`);
}
