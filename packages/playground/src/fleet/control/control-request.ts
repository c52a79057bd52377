import type { CutMode } from '../../faults/fault-state.ts';

/** What can be asked of a running fleet. `members`: by name; none: all of them. */
export type ControlRequest = { readonly members: readonly string[] } & FleetCommand;

export type FleetCommand =
  | { readonly command: 'status' }
  | { readonly command: 'heal' }
  | { readonly command: 'cut'; readonly mode: CutMode }
  | { readonly command: 'flap'; readonly periodMs: number; readonly mode: CutMode }
  | { readonly command: 'slow'; readonly delayMs: number }
  /** Negative: behind. */
  | { readonly command: 'clock'; readonly offsetMs: number }
  | {
      readonly command: 'errors';
      readonly status: 409 | 429 | 500;
      /** 0 to 1. */
      readonly share: number;
      readonly retryAfterSeconds: number;
    }
  | { readonly command: 'node-down' | 'node-up'; readonly nodes: readonly string[] };

type Fields = Readonly<Record<string, unknown>>;

/** Reads one line of the control socket; throws with what is wrong. */
export function readControlRequest(line: string): ControlRequest {
  const fields = JSON.parse(line) as Fields | null;
  if (typeof fields !== 'object' || fields === null) throw new Error('a request is a JSON object');
  return { members: textsOf(fields, 'members'), ...commandOf(fields) };
}

function commandOf(fields: Fields): FleetCommand {
  const command = fields['command'];
  switch (command) {
    case 'status':
    case 'heal':
      return { command };
    case 'cut':
      return { command, mode: modeOf(fields) };
    case 'flap':
      return { command, periodMs: numberOf(fields, 'periodMs', 1), mode: modeOf(fields) };
    case 'slow':
      return { command, delayMs: numberOf(fields, 'delayMs', 0) };
    case 'clock':
      return { command, offsetMs: numberOf(fields, 'offsetMs', -Infinity) };
    case 'errors':
      return {
        command,
        status: errorStatusOf(fields),
        share: numberOf(fields, 'share', 0),
        retryAfterSeconds: numberOf(fields, 'retryAfterSeconds', 0),
      };
    case 'node-down':
    case 'node-up':
      return { command, nodes: textsOf(fields, 'nodes') };
    default:
      throw new Error(`there is no command ${JSON.stringify(command)}`);
  }
}

function errorStatusOf({ status }: Fields): 409 | 429 | 500 {
  return status === 409 || status === 500 ? status : 429;
}

function modeOf(fields: Fields): CutMode {
  return fields['mode'] === 'hang' ? 'hang' : 'refuse';
}

function numberOf(fields: Fields, name: string, least: number): number {
  const value = fields[name];
  if (typeof value !== 'number' || !(value >= least)) throw new Error(`${name} is not a number that can be`);
  return value;
}

function textsOf(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw new Error(`${name} is not a list of names`);
  return value;
}
