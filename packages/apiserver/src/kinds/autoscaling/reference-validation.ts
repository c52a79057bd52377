import type { StatusCause } from '@banyan/api';
import { invalidValue, malformed, required } from '../fields/field-error.ts';
import { pathSegmentName } from '../fields/name-format.ts';
import type { ObjectReference } from './autoscaler-spec.ts';

/** What may be the matter with the version of what a reference names. */
export interface ReferenceRules {
  /** Any text: it was there before. */
  readonly anyVersion: boolean;
  /** A version of the core group. */
  readonly coreGroup: boolean;
}

export function validateReference(
  { kind = '', name = '', apiVersion = '' }: ObjectReference,
  rules: ReferenceRules,
  field: string,
): StatusCause[] {
  const problem = versionProblem(apiVersion, rules);
  return [
    ...(kind === ''
      ? [required(`${field}.kind`)]
      : malformed(`${field}.kind`, kind, pathSegmentName(kind, false))),
    ...(name === ''
      ? [required(`${field}.name`)]
      : malformed(`${field}.name`, name, pathSegmentName(name, false))),
    ...(problem === undefined ? [] : [invalidValue(`${field}.apiVersion`, apiVersion, problem)]),
  ];
}

export function versionProblem(
  apiVersion: string,
  { anyVersion, coreGroup }: ReferenceRules,
): string | undefined {
  if (anyVersion) return undefined;
  const [, ...slashes] = apiVersion.split('/');
  if (slashes.length > 1) return `unexpected GroupVersion string: ${apiVersion}`;
  // A slash alone counts as nothing.
  const isCore = slashes.length === 0 || apiVersion === '/' || apiVersion.startsWith('/');
  return isCore && !coreGroup ? 'apiVersion must specify API group' : undefined;
}
