import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue, required } from '../fields/field-error.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import {
  isStandardOfQuotas,
  validateQuotaResourceName,
  validateResourceQuantity,
} from '../fields/resource-name.ts';
import type { KindRules } from '../kind-rules.ts';

interface ResourceQuota extends KubeObject {
  spec?: QuotaSpec;
  status?: { hard?: Record<string, string>; used?: Record<string, string> };
}

interface QuotaSpec {
  hard?: Record<string, string>;
  scopes?: string[];
  scopeSelector?: { matchExpressions?: ScopeRequirement[] };
}

interface ScopeRequirement {
  scopeName?: string;
  operator?: string;
  values?: string[];
}

const OF_PODS = ['pods', 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];

/** What can be counted in each scope. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  Terminating: OF_PODS,
  NotTerminating: OF_PODS,
  BestEffort: ['pods'],
  NotBestEffort: OF_PODS,
  PriorityClass: OF_PODS,
  CrossNamespacePodAffinity: OF_PODS,
  VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
};
const OPPOSITES = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];
/** Each cause shows all scopes: of thousands that would be more than there is memory. */
const MAX_SHOWN = 10;
/** There is nothing to choose from in the other scopes. */
const WITH_VALUES = ['PriorityClass', 'VolumeAttributesClass'];
const MUST_EXIST =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

/** The kind alone: nothing here counts, see `quota/`. */
export const resourceQuotaRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'ResourceQuota' },
  namespaced: true,
  name: subdomainName,
  hasStatus: true,
  validate: ({ spec = {} }: Readonly<ResourceQuota>) => validateSpec(spec),
  validateUpdate: (object: Readonly<ResourceQuota>, old: Readonly<ResourceQuota>) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateSpec(object.spec ?? {}),
    ...validateSameScopes(object.spec?.scopes ?? [], old.spec?.scopes ?? []),
  ],
  status: {
    validateUpdate: (object: Readonly<ResourceQuota>, old) => [
      ...validateObjectMetaUpdate(object.metadata, old.metadata),
      ...validateAmounts(object.status?.hard, 'status.hard'),
      ...validateAmounts(object.status?.used, 'status.used'),
    ],
  },
};

function validateSpec({ hard, scopes = [], scopeSelector }: QuotaSpec): StatusCause[] {
  const counted = Object.keys(hard ?? {}).filter(isStandardOfQuotas);
  return [
    ...validateAmounts(hard, 'spec.hard'),
    ...validateScopes(scopes, counted),
    ...validateSelector(scopeSelector, counted, scopes),
  ];
}

function validateAmounts(amounts: Record<string, string> = {}, field: string): StatusCause[] {
  return Object.entries(amounts).flatMap(([name, value]) => [
    ...validateQuotaResourceName(name, `${field}[${name}]`),
    ...validateResourceQuantity(name, value, `${field}[${name}]`),
  ]);
}

function validateScopes(scopes: readonly string[], counted: readonly string[]): StatusCause[] {
  const refuse = (why: string) => invalidValue('spec.scopes', scopes, why);
  return [
    ...firstReasons(scopes, (scope) =>
      isScope(scope) ? misfitReasons(scope, counted) : ['unsupported scope'],
    ).map(refuse),
    ...oppositesIn(scopes).map(() => refuse('conflicting scopes')),
  ];
}

/** No more are looked for than are shown. */
function firstReasons(scopes: readonly string[], reasonsOf: (scope: string) => string[]): string[] {
  const reasons: string[] = [];
  for (const scope of scopes) {
    if (reasons.length >= MAX_SHOWN) break;
    reasons.push(...reasonsOf(scope));
  }
  return reasons.slice(0, MAX_SHOWN);
}

/** One for each thing that is counted, but not in this scope. */
function misfitReasons(scope: string, counted: readonly string[]): string[] {
  const fitting = SCOPES[scope] ?? [];
  const misfits = counted.filter((name) => !fitting.includes(name)).slice(0, MAX_SHOWN);
  return misfits.map(() => 'unsupported scope applied to resource');
}

function oppositesIn(scopes: readonly string[]): readonly (readonly string[])[] {
  return OPPOSITES.filter((pair) => pair.every((scope) => scopes.includes(scope)));
}

function isScope(scope: string): boolean {
  return Object.hasOwn(SCOPES, scope);
}

function validateSelector(
  selector: QuotaSpec['scopeSelector'],
  counted: readonly string[],
  listed: readonly string[],
): StatusCause[] {
  if (selector === undefined) return [];
  const field = 'spec.scopeSelector.matchExpressions';
  const requirements = selector.matchExpressions ?? [];
  const shown = { MatchExpressions: requirements.map(printable) };
  const scopes = requirements.map(({ scopeName = '' }) => scopeName);
  const misfits = firstReasons(scopes, (scope) => (isScope(scope) ? misfitReasons(scope, counted) : []));
  return [
    ...misfits.map((why) => invalidValue(field, shown, why)),
    ...requirements.flatMap((requirement) => [
      ...(isScope(requirement.scopeName ?? '')
        ? []
        : [invalidValue(`${field}.scopeName`, requirement.scopeName ?? '', 'unsupported scope')]),
      ...validateOperator(requirement, field),
    ]),
    ...oppositesIn(scopes).map(() => invalidValue(field, shownList(listed), 'conflicting scopes')),
  ];
}

function validateOperator(
  { scopeName = '', operator = '', values = [] }: ScopeRequirement,
  field: string,
): StatusCause[] {
  const mustExist = isScope(scopeName) && !WITH_VALUES.includes(scopeName) && operator !== 'Exists';
  return [
    ...(mustExist ? [invalidValue(`${field}.operator`, operator, MUST_EXIST)] : []),
    ...validateValues(operator, values, field),
  ];
}

function validateValues(operator: string, values: readonly string[], field: string): StatusCause[] {
  const none = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
  const some = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0 ? [] : [required(`${field}.values`, some)];
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0 ? [] : [invalidValue(`${field}.values`, values, none)];
    default:
      return [invalidValue(`${field}.operator`, operator, 'not a valid selector operator')];
  }
}

function printable({ scopeName = '', operator = '', values }: ScopeRequirement): object {
  return { ScopeName: scopeName, Operator: operator, Values: values ?? null };
}

function validateSameScopes(scopes: readonly string[], old: readonly string[]): StatusCause[] {
  const isSame = scopes.every((scope) => old.includes(scope)) && old.every((scope) => scopes.includes(scope));
  return isSame ? [] : [invalidValue('spec.scopes', shownList(scopes), 'field is immutable')];
}

function shownList(scopes: readonly string[]): readonly string[] | null {
  return scopes.length === 0 ? null : scopes;
}
