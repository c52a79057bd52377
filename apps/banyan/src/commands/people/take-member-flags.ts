import { WrongUse } from '../program/wrong-use.ts';

const OURS = ['cluster', 'kubeconfig', 'context'] as const;
type Flag = (typeof OURS)[number];

/** What a command line says to us, and what is for kubectl. */
export interface MemberFlags extends Partial<Record<Flag, string>> {
  readonly rest: readonly string[];
}

/** Takes our flags out, wherever they stand; what comes after `--` is nobody's but the container's. */
export function takeMemberFlags(args: readonly string[]): MemberFlags {
  const taken: Partial<Record<Flag, string>> = {};
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '--') return { ...taken, rest: [...rest, ...args.slice(index)] };
    const [, name = '', inline] = /^--([a-z]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const flag = OURS.find((one) => one === name);
    if (flag === undefined) {
      rest.push(arg);
      continue;
    }
    if (inline === undefined) index += 1;
    const value = inline ?? args[index];
    if (value === undefined || value === '') throw new WrongUse(`--${flag} needs a value`);
    taken[flag] = value;
  }
  return { ...taken, rest };
}
