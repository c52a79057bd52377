import type { StatusCause } from '@banyan/api';
import { duplicate, forbidden, invalidValue, notSupported, required } from '../fields/field-error.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';

export interface SigningCondition {
  type?: string;
  status?: string;
  reason?: string;
  message?: string;
  lastUpdateTime?: string | null;
  lastTransitionTime?: string | null;
}

type Conditions = readonly Readonly<SigningCondition>[];

/** Said by who approves, and nobody else. */
const APPROVALS = ['Approved', 'Denied'];
/** What is said once stays said, and can only be true. */
const LASTING = [...APPROVALS, 'Failed'];

const FIELD = 'status.conditions';

/** `old` may have what a new one may not. */
export function validateConditions(conditions: Conditions, old: Conditions = []): StatusCause[] {
  const types = conditions.map(({ type = '' }) => type);
  const repeated = repeatedPlaces(types);
  const firstPlaces = APPROVALS.map((type) => types.indexOf(type));
  const before = old.map(({ type = '' }) => type);
  const mayBeTwice = new Set(before).size < before.length;
  const mayBeBoth = APPROVALS.every((type) => before.includes(type));
  return conditions.flatMap((condition, i) => {
    const { type = '' } = condition;
    const other = firstPlaces[1 - APPROVALS.indexOf(type)] ?? -1;
    const isBoth = APPROVALS.includes(type) && other >= 0 && other < i;
    return [
      ...(type === '' && !before.includes('') ? [required(`${FIELD}[${i}].type`)] : []),
      ...validateStatus(condition, `${FIELD}[${i}].status`),
      ...(isBoth && !mayBeBoth
        ? [invalidValue(FIELD, type, 'Approved and Denied conditions are mutually exclusive')]
        : []),
      ...(repeated.has(i) && !mayBeTwice ? [duplicate(`${FIELD}[${i}].type`, type)] : []),
    ];
  });
}

function validateStatus(
  { type = '', status = '' }: Readonly<SigningCondition>,
  field: string,
): StatusCause[] {
  if (status === '') return [required(field)];
  const allowed = LASTING.includes(type) ? ['True'] : ['False', 'True', 'Unknown'];
  return allowed.includes(status) ? [] : [notSupported(field, status, allowed)];
}

/** `approves`: by the endpoint that is for it. */
export function validateConditionChanges(
  conditions: Conditions,
  old: Conditions,
  { approves }: { readonly approves: boolean },
): StatusCause[] {
  const of = (list: Conditions, type: string) => list.filter((each) => each.type === type);
  const removed = LASTING.filter((type) => of(conditions, type).length < of(old, type).length);
  // One that is changed is no longer there to be told of: see `keepApprovals`.
  const added = APPROVALS.filter((type) => of(conditions, type).length > of(old, type).length);
  return [
    ...removed.map((type) => forbidden(FIELD, `updates may not remove a condition of type "${type}"`)),
    ...(approves
      ? []
      : added.map((type) => forbidden(FIELD, `updates may not add a condition of type "${type}"`))),
  ];
}

/** Who approved or denied keeps his word: the old conditions stand where new ones of as many came. */
export function keepApprovals(conditions: SigningCondition[], old: Conditions): void {
  for (const type of APPROVALS) {
    const kept = old.filter((each) => each.type === type);
    const places = conditions.flatMap((each, i) => (each.type === type ? [i] : []));
    if (kept.length !== places.length) continue;
    for (const [n, place] of places.entries()) conditions[place] = { ...kept[n] };
  }
}

/** Times that were not given: now, or since when it has been so. */
export function fillConditionTimes(conditions: SigningCondition[], old: Conditions, now: string): void {
  for (const condition of conditions) {
    condition.lastUpdateTime ??= now;
    const same = old.find(
      (each) =>
        each.type === condition.type &&
        each.status === condition.status &&
        (each.lastTransitionTime ?? '') !== '',
    );
    condition.lastTransitionTime ??= same?.lastTransitionTime ?? now;
  }
}
