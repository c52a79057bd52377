import type { StatusCause } from '@banyan/api';
import { badRequest } from '../../errors/api-error.ts';
import { parseBoolean, parseInteger } from './go-values.ts';
import { forbidden, notSupported } from '../../kinds/fields/field-error.ts';
import { invalidOptions } from './options-error.ts';

/** The query of list, watch and deletecollection, read and checked. */
export interface ListOptions {
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** 0: all at once. */
  readonly limit: number;
  readonly continue: string;
  /** Undefined: none was named, which asks for the newest. */
  readonly resourceVersion: string | undefined;
  readonly resourceVersionMatch: string | undefined;
  readonly timeoutSeconds: number | undefined;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
}

/** Throws 400 for values of the wrong type, 422 for combinations that make no sense. */
export function parseListOptions(query: URLSearchParams, verb: 'list' | 'watch'): ListOptions {
  const timeout = query.get('timeoutSeconds');
  const initial = query.get('sendInitialEvents');
  const options = {
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
    limit: Math.max(0, parseInteger(query.get('limit') || '0')),
    continue: query.get('continue') ?? '',
    resourceVersion: query.get('resourceVersion') || undefined,
    resourceVersionMatch: query.get('resourceVersionMatch') || undefined,
    timeoutSeconds: timeout === null || timeout === '' ? undefined : parseInteger(timeout),
    allowWatchBookmarks: parseBoolean(query.get('allowWatchBookmarks') ?? 'false'),
    sendInitialEvents: initial === null ? undefined : parseBoolean(initial),
  };
  const causes = verb === 'watch' ? watchProblems(options) : listProblems(options);
  if (causes.length > 0) throw invalidOptions('ListOptions', causes);
  if (verb === 'list') requireVersion(options);
  return options;
}

const MATCH = 'resourceVersionMatch';
const MATCH_MODES = ['Exact', 'NotOlderThan', ''];

function listProblems(options: ListOptions): StatusCause[] {
  const { resourceVersion, resourceVersionMatch: match } = options;
  if (options.sendInitialEvents !== undefined) {
    return [forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list')];
  }
  if (match === undefined) return [];
  const causes: StatusCause[] = [];
  if (resourceVersion === undefined)
    causes.push(forbidden(MATCH, `${MATCH} is forbidden unless resourceVersion is provided`));
  if (options.continue !== '')
    causes.push(forbidden(MATCH, `${MATCH} is forbidden when continue is provided`));
  if (!MATCH_MODES.includes(match)) causes.push(notSupported(MATCH, match, MATCH_MODES));
  if (match === 'Exact' && resourceVersion === '0')
    causes.push(forbidden(MATCH, `${MATCH} "exact" is forbidden for resourceVersion "0"`));
  return causes;
}

function watchProblems({
  sendInitialEvents,
  resourceVersionMatch: match,
  ...rest
}: ListOptions): StatusCause[] {
  if (sendInitialEvents === undefined) {
    return match === undefined
      ? []
      : [forbidden(MATCH, `${MATCH} is forbidden for watch unless sendInitialEvents is provided`)];
  }
  const causes: StatusCause[] = [];
  if (match !== 'NotOlderThan')
    causes.push(forbidden(MATCH, `sendInitialEvents requires setting ${MATCH} to NotOlderThan`));
  if (match !== undefined && match !== 'NotOlderThan')
    causes.push(notSupported(MATCH, match, ['NotOlderThan']));
  if (rest.continue !== '') causes.push(forbidden(MATCH, `${MATCH} is forbidden when continue is provided`));
  return causes;
}

function requireVersion({ resourceVersion, continue: token }: ListOptions): void {
  if (resourceVersion === undefined) return;
  const problem = versionProblem(resourceVersion);
  if (problem !== undefined) throw badRequest(`invalid resource version: ${problem}`);
  if (token !== '' && Number(resourceVersion) > 0) {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
}

/** Of the largest that Go has. */
const MAX_VERSION_DIGITS = 20;

/** Why a text is no resourceVersion; undefined if it is one. */
export function versionProblem(text: string): string | undefined {
  const isNumber = /^\d+$/.test(text);
  if (isNumber && text.length < MAX_VERSION_DIGITS) return undefined;
  const [quoted, why] = [JSON.stringify(text), isNumber ? 'value out of range' : 'invalid syntax'];
  return `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${why}`;
}
