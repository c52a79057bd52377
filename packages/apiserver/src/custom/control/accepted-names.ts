import { isDeepStrictEqual } from 'node:util';
import { quoted } from '../../kinds/fields/go-text.ts';
import { findCondition, saysTheSame } from '../definitions/definition-conditions.ts';
import type { Definition, DefinitionCondition, DefinitionNames } from '../definitions/definition.ts';

type Condition = Omit<DefinitionCondition, 'lastTransitionTime'>;

export interface NamesDecision {
  readonly acceptedNames: DefinitionNames;
  readonly conditions: readonly [names: Condition, established: Condition];
}

/**
 * Which of its names a definition gets, among the others of its group; undefined if that has been decided and nothing
 * changed. Who has a name keeps it.
 */
export function decideNames(
  definition: Readonly<Definition>,
  others: Iterable<Readonly<Definition>>,
): NamesDecision | undefined {
  const { spec, status } = definition;
  if (isDeepStrictEqual(spec.names, status.acceptedNames)) return undefined;
  const { names: acceptedNames, conflict } = accept(spec.names, status.acceptedNames, takenBy(others));
  const accepted: Condition =
    conflict === undefined
      ? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
      : { type: 'NamesAccepted', status: 'False', ...conflict };
  const isDecided =
    isDeepStrictEqual(acceptedNames, status.acceptedNames) &&
    saysTheSame(accepted, findCondition(definition, 'NamesAccepted'));
  if (isDecided) return undefined;
  return { acceptedNames, conditions: [accepted, establishedAfter(definition, conflict === undefined)] };
}

/** Once established it stays so; before, it waits for its names and then to be served. */
function establishedAfter(definition: Readonly<Definition>, isAccepted: boolean): Condition {
  const old = findCondition(definition, 'Established');
  if (old?.status === 'True') return old;
  if (isAccepted) {
    const message = 'the initial names have been accepted';
    return { type: 'Established', status: 'False', reason: 'Installing', message };
  }
  const message = 'not all names are accepted';
  return old ?? { type: 'Established', status: 'False', reason: 'NotAccepted', message };
}

interface Taken {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

function takenBy(definitions: Iterable<Readonly<Definition>>): Taken {
  const taken = { resources: new Set<string>(), kinds: new Set<string>() };
  for (const { status } of definitions) {
    const { plural, singular = '', shortNames = [], kind, listKind = '' } = status.acceptedNames;
    for (const name of [plural, singular, ...shortNames]) taken.resources.add(name);
    for (const name of [kind, listKind]) taken.kinds.add(name);
  }
  return taken;
}

interface Conflict {
  readonly reason: string;
  readonly message: string;
}

/** Of several conflicts the last is told. */
function accept(
  asked: DefinitionNames,
  had: DefinitionNames,
  taken: Taken,
): { names: DefinitionNames; conflict: Conflict | undefined } {
  let conflict: Conflict | undefined;
  const one = (field: 'plural' | 'singular' | 'kind' | 'listKind', names: ReadonlySet<string>) => {
    const [want = '', have = ''] = [asked[field], had[field]];
    if (want === have || !names.has(want)) return want;
    const reason = `${field.charAt(0).toUpperCase()}${field.slice(1)}Conflict`;
    conflict = { reason, message: `${quoted(want)} is already in use` };
    return have;
  };
  const plural = one('plural', taken.resources);
  const singular = one('singular', taken.resources);
  const refused = refusedShortNames(asked, had, taken.resources);
  if (refused.length > 0) conflict = { reason: 'ShortNamesConflict', message: joined(refused) };
  const shortNames = refused.length > 0 ? had.shortNames : asked.shortNames;
  const kind = one('kind', taken.kinds);
  const listKind = one('listKind', taken.kinds);
  const { categories } = asked;
  const names = {
    plural,
    ...(singular !== '' && { singular }),
    ...(shortNames && { shortNames }),
    kind,
    ...(listKind !== '' && { listKind }),
    ...(categories && { categories }),
  };
  return { names, conflict };
}

function refusedShortNames(
  { shortNames = [] }: DefinitionNames,
  had: DefinitionNames,
  taken: ReadonlySet<string>,
): string[] {
  return shortNames
    .filter((name) => had.shortNames?.includes(name) !== true && taken.has(name))
    .map((name) => `${quoted(name)} is already in use`);
}

/** Several errors as Go joins them. */
function joined(messages: readonly string[]): string {
  const said = [...new Set(messages)];
  return said.length === 1 ? (said[0] ?? '') : `[${said.join(', ')}]`;
}
