import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, required } from '../kinds/fields/field-error.ts';
import { labelValue, qualifiedName } from '../kinds/fields/name-format.ts';
import { parseLabelSelector } from '../serving/selectors/label-selector.ts';
import type { ResourceAttributes, SelectorAttributes, SelectorRequirement } from './review-spec.ts';

const WITH_VALUES = new Set(['In', 'NotIn']);
const WITHOUT_VALUES = new Set(['Exists', 'DoesNotExist']);

export function validateSelectors(
  attributes: ResourceAttributes | null | undefined,
  field: string,
): StatusCause[] {
  return [
    ...validateSelector(attributes?.fieldSelector, `${field}.fieldSelector`, fieldRequirement),
    ...validateSelector(attributes?.labelSelector, `${field}.labelSelector`, labelRequirement),
  ];
}

/** What a review says of selectors that nobody can read: they were left out of account. */
export function selectorErrors(attributes: ResourceAttributes | null | undefined): string[] {
  const field = attributes?.fieldSelector;
  const label = attributes?.labelSelector;
  return [
    ...parseError('fieldSelector', field, isRawFieldSelector, isFieldRequirement),
    ...parseError('labelSelector', label, isRawLabelSelector, isLabelRequirement),
  ];
}

type RequirementRule = (requirement: SelectorRequirement, field: string) => StatusCause[];

function validateSelector(
  selector: SelectorAttributes | null | undefined,
  field: string,
  rule: RequirementRule,
): StatusCause[] {
  if (!selector) return [];
  const { rawSelector = '' } = selector;
  const requirements = selector.requirements ?? [];
  const causes: StatusCause[] = [];
  if (rawSelector !== '' && requirements.length > 0) {
    const why = 'may not specified at the same time as requirements';
    causes.push(invalidValue(`${field}.rawSelector`, rawSelector, why));
  }
  if (rawSelector === '' && requirements.length === 0) {
    const why = `when ${field} is specified, requirements or rawSelector is required`;
    causes.push(required(`${field}.requirements`, why));
  }
  return [
    ...causes,
    ...requirements.flatMap((requirement, i) => rule(requirement, `${field}.requirements[${i}]`)),
  ];
}

function fieldRequirement(requirement: SelectorRequirement, field: string): StatusCause[] {
  const missing = requirement.key === '' ? [required(`${field}.key`, 'must be specified')] : [];
  return [...missing, ...validateValues(requirement, field)];
}

function labelRequirement(requirement: SelectorRequirement, field: string): StatusCause[] {
  const { key, values } = requirement;
  return [
    ...validateValues(requirement, field),
    ...malformed(`${field}.key`, key, qualifiedName(key)),
    ...(values ?? []).flatMap((value, i) => malformed(`${field}.values[${i}]`, value, labelValue(value))),
  ];
}

/** Operators that this server does not know are allowed: a newer client may. */
function validateValues({ operator, values }: SelectorRequirement, field: string): StatusCause[] {
  const count = values?.length ?? 0;
  if (WITH_VALUES.has(operator) && count === 0)
    return [required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
  if (WITHOUT_VALUES.has(operator) && count > 0) {
    const why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    return [forbidden(`${field}.values`, why)];
  }
  return [];
}

function parseError(
  name: string,
  selector: SelectorAttributes | null | undefined,
  isRawSelector: (text: string) => boolean,
  isRequirement: (requirement: SelectorRequirement) => boolean,
): string[] {
  if (!selector) return [];
  const { rawSelector = '' } = selector;
  const requirements = selector.requirements ?? [];
  const readable = requirements.filter(isRequirement).length;
  const isReadable = requirements.length > 0 ? readable === requirements.length : isRawSelector(rawSelector);
  if (isReadable) return [];
  const how = readable > 0 ? 'partially ignored' : 'ignored';
  return [`spec.resourceAttributes.${name} ${how} due to parse error`];
}

function isRawLabelSelector(text: string): boolean {
  try {
    parseLabelSelector(text);
    return true;
  } catch {
    return false;
  }
}

function isRawFieldSelector(text: string): boolean {
  return text.split(',').every((term) => term === '' || term.includes('='));
}

function isLabelRequirement({ operator }: SelectorRequirement): boolean {
  return WITH_VALUES.has(operator) || WITHOUT_VALUES.has(operator);
}

/** Field selectors know equality alone. */
function isFieldRequirement({ operator, values }: SelectorRequirement): boolean {
  return WITH_VALUES.has(operator) && values?.length === 1;
}
