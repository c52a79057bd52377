import type { KubeObject, StatusCause } from '@banyan/api';
import { duplicate, forbidden, invalidValue, malformed, required } from '../fields/field-error.ts';
import { qualifiedName, subdomainName } from '../fields/name-format.ts';
import { validateObjectMeta } from '../fields/object-meta-validation.ts';
import { compareQuantities } from '@banyan/api/quantity';
import {
  isOvercommitted,
  quantityOf,
  validateContainerResourceName,
  validateResourceName,
} from '../fields/resource-name.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';
import type { KindRules } from '../kind-rules.ts';

interface LimitRange extends KubeObject {
  spec?: { limits?: Limit[] | null };
}

type Amounts = Record<string, string>;

interface Limit {
  type?: string;
  max?: Amounts;
  min?: Amounts;
  default?: Amounts;
  defaultRequest?: Amounts;
  maxLimitRequestRatio?: Amounts;
}

const TYPES = ['Pod', 'Container', 'PersistentVolumeClaim'];
/** From here on ratios are worked out in whole numbers: a thousand times as much is more than 63 bits hold. */
const MAX_MILLI = 2 ** 63 / 1000;

/** The kind alone: nothing here holds Pods to it. */
export const limitRangeRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'LimitRange' },
  namespaced: true,
  name: subdomainName,
  hasStatus: false,
  defaults: ({ spec }: LimitRange) => {
    for (const limit of spec?.limits ?? []) if (limit.type === 'Container') fillDefaults(limit);
  },
  prepareForCreate: ({ metadata }) => {
    // The one kind that needs no name: it is made up.
    if ((metadata.name ?? '') === '') metadata.name = metadata.uid ?? '';
  },
  validate: validateLimits,
  validateUpdate: (object) => [
    ...validateObjectMeta(object.metadata, { namespaced: true, name: subdomainName }),
    ...validateLimits(object),
  ],
};

/** A limit is at most the maximum, and who asks for nothing asks for the limit, or for the minimum. */
function fillDefaults(limit: Limit): void {
  limit.default = { ...limit.max, ...limit.default };
  limit.defaultRequest = { ...limit.min, ...limit.default, ...limit.defaultRequest };
}

function validateLimits({ spec }: Readonly<LimitRange>): StatusCause[] {
  const limits = spec?.limits ?? [];
  const repeated = repeatedPlaces(limits.map(({ type }) => type));
  return limits.flatMap((limit, i) => {
    const field = `spec.limits[${i}]`;
    return [
      ...validateType(limit.type ?? '', `${field}.type`),
      ...(repeated.has(i) ? [duplicate(`${field}.type`, limit.type)] : []),
      ...validateNames(limit, field),
      ...namesIn(limit).flatMap((name) => validateAmounts(limit, name, field)),
    ];
  });
}

function validateType(type: string, field: string): StatusCause[] {
  const reasons = qualifiedName(type);
  if (reasons.length > 0) return malformed(field, type, reasons);
  if (type.includes('/') || TYPES.includes(type)) return [];
  return [invalidValue(field, type, 'must be a standard limit type or fully qualified')];
}

function validateNames(limit: Limit, field: string): StatusCause[] {
  const { type, min = {}, max = {} } = limit;
  const ofContainers = type === 'Pod' || type === 'Container';
  const validate = ofContainers ? validateContainerResourceName : validateResourceName;
  const names = (of: 'max' | 'min' | 'default' | 'defaultRequest' | 'maxLimitRequestRatio') =>
    Object.keys(limit[of] ?? {}).flatMap((name) => validate(name, `${field}.${of}[${name}]`));
  const ofPods = (of: 'default' | 'defaultRequest') =>
    limit[of] === undefined ? [] : [forbidden(`${field}.${of}`, "may not be specified when `type` is 'Pod'")];
  const needsStorage = type === 'PersistentVolumeClaim' && !('storage' in min) && !('storage' in max);
  const why = 'either minimum or maximum storage value is required, but neither was provided';
  return [
    ...names('max'),
    ...names('min'),
    ...(type === 'Pod'
      ? [...ofPods('default'), ...ofPods('defaultRequest')]
      : [...names('default'), ...names('defaultRequest')]),
    ...(needsStorage ? [required(`${field}.limits`, why)] : []),
    ...names('maxLimitRequestRatio'),
  ];
}

function namesIn(limit: Limit): string[] {
  const { max, min, maxLimitRequestRatio } = limit;
  const defaults = limit.type === 'Pod' ? {} : { ...limit.default, ...limit.defaultRequest };
  return Object.keys({ ...max, ...min, ...defaults, ...maxLimitRequestRatio });
}

function validateAmounts(limit: Limit, name: string, field: string): StatusCause[] {
  const isOfPod = limit.type === 'Pod';
  const min = limit.min?.[name];
  const max = limit.max?.[name];
  const value = isOfPod ? undefined : limit.default?.[name];
  const request = isOfPod ? undefined : limit.defaultRequest?.[name];
  const ratio = limit.maxLimitRequestRatio?.[name];
  const isUneven =
    !isOvercommitted(name) && value !== undefined && request !== undefined && value !== request;
  const refuse = (of: string, shown: string | undefined, why: string) => [
    invalidValue(`${field}.${of}[${name}]`, shown, why),
  ];
  return [
    ...(exceeds(min, max) ? refuse('min', min, `min value ${min} is greater than max value ${max}`) : []),
    ...(exceeds(min, request)
      ? refuse('defaultRequest', request, `min value ${min} is greater than default request value ${request}`)
      : []),
    ...(exceeds(request, max)
      ? refuse('defaultRequest', request, `default request value ${request} is greater than max value ${max}`)
      : []),
    ...(exceeds(request, value)
      ? refuse(
          'defaultRequest',
          request,
          `default request value ${request} is greater than default limit value ${value}`,
        )
      : []),
    ...(exceeds(min, value)
      ? refuse('default', min, `min value ${min} is greater than default value ${value}`)
      : []),
    ...(exceeds(value, max)
      ? refuse('default', max, `default value ${value} is greater than max value ${max}`)
      : []),
    ...(exceeds('1', ratio) ? refuse('maxLimitRequestRatio', ratio, `ratio ${ratio} is less than 1`) : []),
    ...validateRatio({ ratio, min, max }, `${field}.maxLimitRequestRatio[${name}]`),
    ...(isUneven
      ? refuse(
          'defaultRequest',
          request,
          `default value ${value} must equal to defaultRequest value ${request} in ${name}`,
        )
      : []),
  ];
}

/** False where there is nothing to compare. */
function exceeds(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && compareQuantities(quantityOf(a), quantityOf(b)) > 0;
}

function validateRatio(
  { ratio, min, max }: { ratio: string | undefined; min: string | undefined; max: string | undefined },
  field: string,
): StatusCause[] {
  if (ratio === undefined || min === undefined || max === undefined) return [];
  const [ratioNumber, minNumber, maxNumber] = [ratio, min, max].map(numberOf) as [number, number, number];
  const isSmall = Math.max(ratioNumber, minNumber, maxNumber) < MAX_MILLI;
  const rounded = (value: number): number => (isSmall ? Math.ceil(value * 1000) / 1000 : Math.ceil(value));
  const most = rounded(maxNumber) / rounded(minNumber);
  if (rounded(ratioNumber) <= most) return [];
  return [invalidValue(field, ratio, `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}`)];
}

function numberOf(text: string): number {
  const { unscaled, scale } = quantityOf(text);
  return Number(unscaled) * 10 ** scale;
}
