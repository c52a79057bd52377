import { WrongUse } from '../program/wrong-use.ts';

const OURS = ['cluster', 'cluster-id', 'child-kubeconfig', 'kubeconfig', 'context'] as const;
type Flag = (typeof OURS)[number];

/** What a command line says to us, and what is for kubectl. */
export interface MemberFlags {
  /** A member, by its name or id. */
  readonly cluster?: string;
  /** Whose credentials are used in the member; otherwise one goes as oneself. */
  readonly childKubeconfig?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly rest: readonly string[];
}

/** It would lead past the hub, and what was meant as a template would run. */
const SERVER = /^(?:--server(?:=|$)|-s(?:=|https?:|$))/;

/** Takes our flags out, wherever they stand; what comes after `--` is nobody's but the container's. */
export function takeMemberFlags(args: readonly string[]): MemberFlags {
  const taken: Partial<Record<Flag, string>> = {};
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      rest.push(...args.slice(index));
      break;
    }
    if (SERVER.test(arg)) throw new WrongUse('which hub it is, is said by --kubeconfig or --context');
    const [, name = '', inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(arg) ?? [];
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
  const { 'cluster-id': clusterId, 'child-kubeconfig': childKubeconfig, ...others } = taken;
  if (clusterId !== undefined && others.cluster !== undefined)
    throw new WrongUse('--cluster and --cluster-id say the same: give one of them');
  if (childKubeconfig !== undefined && clusterId === undefined && others.cluster === undefined)
    throw new WrongUse('--child-kubeconfig goes with --cluster');
  return {
    ...others,
    ...(clusterId !== undefined && { cluster: clusterId }),
    ...(childKubeconfig !== undefined && { childKubeconfig }),
    rest,
  };
}
