import type { Command } from '../commands.ts';

/**
 * A command line with kubectl's verb in front of the flags that stand before it, as kubectl takes them:
 * `--cluster paris get pods`. Others stay as they are.
 */
export function withVerbFirst(args: readonly string[], commands: readonly Command[]): string[] {
  const isVerb = (arg: string) => commands.some(({ name, on }) => on !== undefined && name === arg);
  const at = args[0]?.startsWith('-') === true ? args.findIndex(isVerb) : 0;
  const verb = args[at];
  if (at <= 0 || verb === undefined || args.slice(0, at).includes('--')) return [...args];
  return [verb, ...args.slice(0, at), ...args.slice(at + 1)];
}
