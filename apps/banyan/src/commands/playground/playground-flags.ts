import { parseArgs } from 'node:util';
import type { ControlRequest, FleetCommand } from '@banyan/playground';
import { WrongUse, wholeNumber } from '../program/wrong-use.ts';
import { parseDurationMs } from '../program/duration.ts';

const MOST_PORT = 65_535;

export const USAGE = `usage: banyan playground COMMAND [FLAGS]

  up                     start member clusters, until Ctrl-C
      --members N        how many (3)
      --nodes N          of each (3)
      --port P           of the first, the others after it (any that is free)
      --detach           in the background
  down [--purge]         end those in the background; remove what they kept
  status                 how they are
  cut MEMBER…            no client reaches them; --hang: connections hang instead of being refused
  flap MEMBER…           cut off and back, over and over; --period 20s, --hang
  slow MEMBER…           every request takes longer; --by 500ms
  errors MEMBER…         requests fail; --status 409 (writes), 429 or 500, --share 50%, --retry-after 1s
  clock MEMBER…          the clock is wrong; --ahead 10m or --behind 10m
  node-down MEMBER NODE… nodes play dead
  node-up MEMBER NODE…   and live again
  heal [MEMBER…]         everything is well again
  kubectl CLUSTER ARGS…  kubectl with that cluster's kubeconfig

everywhere: --dir D, the folder of data and kubeconfigs (.banyan); up, status and faults: --output json
MEMBER is a name, or "all"`;

const OPTIONS = {
  dir: { type: 'string', default: '.banyan' },
  output: { type: 'string', short: 'o', default: 'text' },
  members: { type: 'string', default: '3' },
  nodes: { type: 'string', default: '3' },
  port: { type: 'string' },
  detach: { type: 'boolean', default: false },
  background: { type: 'boolean', default: false },
  'for-demo': { type: 'boolean', default: false },
  purge: { type: 'boolean', default: false },
  hang: { type: 'boolean', default: false },
  period: { type: 'string', default: '20s' },
  by: { type: 'string', default: '1s' },
  status: { type: 'string', default: '429' },
  share: { type: 'string', default: '50%' },
  'retry-after': { type: 'string', default: '1s' },
  ahead: { type: 'string' },
  behind: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export type PlaygroundFlags = ReturnType<typeof readFlags>['values'];

export function readFlags(args: readonly string[]) {
  try {
    const parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (!['text', 'json'].includes(parsed.values.output)) throw new Error('--output is text or json');
    return parsed;
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}

export interface FleetSize {
  readonly members: number;
  readonly nodes: number;
  /** Undefined: any. */
  readonly port: number | undefined;
}

export function fleetSize(flags: Pick<PlaygroundFlags, 'members' | 'nodes' | 'port'>): FleetSize {
  const members = wholeNumber('members', flags.members, [1, 1000]);
  return {
    members,
    nodes: wholeNumber('nodes', flags.nodes, [0, 1000]),
    port: flags.port === undefined ? undefined : wholeNumber('port', flags.port, [1, MOST_PORT - members]),
  };
}

/** What a command line asks of a running fleet. Throws WrongUse. */
export function controlRequest(
  verb: string,
  names: readonly string[],
  flags: PlaygroundFlags,
): ControlRequest | undefined {
  if (verb === 'node-down' || verb === 'node-up') {
    const [member, ...nodes] = names;
    if (member === undefined || nodes.length === 0)
      throw new WrongUse(`which node? banyan playground ${verb} MEMBER NODE`);
    return { members: [member], command: verb, nodes };
  }
  const command = fleetCommand(verb, flags);
  if (command === undefined) return undefined;
  if (names.length === 0 && verb !== 'status' && verb !== 'heal')
    throw new WrongUse(`which member? banyan playground ${verb} MEMBER, or all`);
  return { members: names.includes('all') ? [] : names, ...command };
}

function fleetCommand(verb: string, flags: PlaygroundFlags): FleetCommand | undefined {
  const mode = flags.hang ? 'hang' : 'refuse';
  switch (verb) {
    case 'status':
    case 'heal':
      return { command: verb };
    case 'cut':
      return { command: 'cut', mode };
    case 'flap':
      return { command: 'flap', mode, periodMs: durationOf('period', flags.period) };
    case 'slow':
      return { command: 'slow', delayMs: durationOf('by', flags.by) };
    case 'clock':
      return { command: 'clock', offsetMs: clockOffset(flags) };
    case 'errors':
      return {
        command: 'errors',
        status: errorStatus(flags.status),
        share: shareOf(flags.share),
        retryAfterSeconds: Math.ceil(durationOf('retry-after', flags['retry-after']) / 1000),
      };
    default:
      return undefined;
  }
}

function durationOf(flag: string, text: string): number {
  const ms = parseDurationMs(text);
  if (ms === undefined || ms === 0)
    throw new WrongUse(`--${flag} is a duration such as 500ms, 2s or 10m, not "${text}"`);
  return ms;
}

function clockOffset({ ahead, behind }: PlaygroundFlags): number {
  if ((ahead === undefined) === (behind === undefined))
    throw new WrongUse('say how wrong the clock is: --ahead 10m or --behind 10m');
  return ahead === undefined ? -durationOf('behind', behind ?? '') : durationOf('ahead', ahead);
}

function errorStatus(text: string): 409 | 429 | 500 {
  const status = ([409, 429, 500] as const).find((one) => String(one) === text);
  if (status === undefined) throw new WrongUse(`--status is 409, 429 or 500, not "${text}"`);
  return status;
}

/** `50%` or `0.5`. */
function shareOf(text: string): number {
  const [, number = '', percent] = /^(\d+(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  const share = percent === undefined ? Number(number) : Number(number) / 100;
  if (number === '' || share > 1) throw new WrongUse(`--share is a part such as 50% or 0.5, not "${text}"`);
  return share;
}
