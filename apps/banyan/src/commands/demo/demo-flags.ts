import { parseArgs } from 'node:util';
import { WrongUse, wholeNumber } from '../program/wrong-use.ts';

export const USAGE = `usage: banyan demo [FLAGS]          a hub and members, until Ctrl-C
       banyan demo down [--purge]   end one in the background; remove what it kept

  --members N     how many (3; at most 20, each has an agent's process)
  --nodes N       of each member (3)
  --dir D         the folder of data and kubeconfigs (.banyan)
  --port P        of the hub, the members' after it (any that is free)
  --detach        in the background
  --once          start, check what is shown, end; without --dir nothing is kept
  --output json   for scripts`;

/** An agent takes some 100 MB. */
const MOST_MEMBERS = 20;

export interface DemoFlags {
  readonly isDown: boolean;
  readonly isHelp: boolean;
  readonly members: number;
  readonly nodes: number;
  /** Undefined: the usual one, or with `once` one that is removed at the end. */
  readonly dir: string | undefined;
  /** Undefined: any. */
  readonly port: number | undefined;
  readonly detach: boolean;
  /** Started by another, for `detach`. */
  readonly background: boolean;
  readonly once: boolean;
  readonly purge: boolean;
  readonly isJson: boolean;
}

/** Throws WrongUse. */
export function readDemoFlags(args: readonly string[]): DemoFlags {
  const { values, positionals } = parse(args);
  const [verb, ...rest] = positionals;
  if ((verb !== undefined && verb !== 'down') || rest.length > 0)
    throw new WrongUse(`there is no command "${positionals.join(' ')}"`);
  if (!['text', 'json'].includes(values.output)) throw new WrongUse('--output is text or json');
  if (values.once && values.detach) throw new WrongUse('--once and --detach do not go together');
  const members = wholeNumber('members', values.members, [1, MOST_MEMBERS]);
  const port =
    values.port === undefined ? undefined : wholeNumber('port', values.port, [1, 65_535 - members]);
  return {
    isDown: verb === 'down',
    isHelp: values.help,
    members,
    nodes: wholeNumber('nodes', values.nodes, [1, 1000]),
    dir: values.dir,
    port,
    detach: values.detach,
    background: values.background,
    once: values.once,
    purge: values.purge,
    isJson: values.output === 'json',
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        members: { type: 'string', default: '3' },
        nodes: { type: 'string', default: '3' },
        dir: { type: 'string' },
        port: { type: 'string' },
        detach: { type: 'boolean', default: false },
        background: { type: 'boolean', default: false },
        once: { type: 'boolean', default: false },
        purge: { type: 'boolean', default: false },
        output: { type: 'string', short: 'o', default: 'text' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}
