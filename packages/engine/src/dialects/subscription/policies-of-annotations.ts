import {
  ALLOW_DELETION_ANNOTATION,
  CONFLICT_ANNOTATION,
  DRIFT_ANNOTATION,
  IMMUTABLE_ANNOTATION,
} from '@banyan/api/banyan';
import type { Policies } from '../../words/intent.ts';

/** The policies that an intent's annotations ask for; of a word that is none the safe default, and a problem told. */
export function policiesOfAnnotations(annotations: Readonly<Record<string, string>> = {}): {
  readonly policies: Policies;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const oneOf = <T extends string>(name: string, [preset, ...others]: readonly [T, ...T[]]): T => {
    const value = annotations[name];
    if (value === undefined) return preset;
    const found = [preset, ...others].find((allowed) => allowed === value);
    if (found === undefined)
      problems.push(`${name} is "${value}", not one of ${[preset, ...others].join(', ')}`);
    return found ?? preset;
  };
  const allowed = annotations[ALLOW_DELETION_ANNOTATION];
  const generation = allowed !== undefined && /^\d{1,15}$/.test(allowed) ? Number(allowed) : undefined;
  if (allowed !== undefined && generation === undefined) {
    problems.push(`${ALLOW_DELETION_ANNOTATION} is "${allowed}", not a generation`);
  }
  return {
    policies: {
      drift: oneOf(DRIFT_ANNOTATION, ['repair', 'report', 'ignore']),
      conflict: oneOf(CONFLICT_ANNOTATION, ['refuse', 'take-over']),
      immutable: oneOf(IMMUTABLE_ANNOTATION, ['report', 'recreate']),
      allowDeletion: generation,
    },
    problems,
  };
}
