import type { LabelSelector, StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { validateLabelSelector } from '../fields/label-validation.ts';
import { dns1035Label, dnsSubdomain, pathSegmentName } from '../fields/name-format.ts';

/** Of which kind the objects are that a policy takes for its parameters. */
export interface ParamKind {
  apiVersion?: string;
  kind?: string;
}

/** Which of them a binding hands over. */
export interface ParamRef {
  name?: string;
  namespace?: string;
  selector?: LabelSelector;
  parameterNotFoundAction?: string;
}

const NOT_FOUND_ACTIONS = ['Deny', 'Allow'];

export function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, field: string): StatusCause[] {
  const ofKind = dns1035Label(kind.toLowerCase());
  const why = `may have mixed case, but should otherwise match: ${ofKind.join(',')}`;
  return [
    ...validateVersion(apiVersion, `${field}.apiVersion`),
    ...(kind === '' ? [required(`${field}.kind`)] : []),
    ...(kind !== '' && ofKind.length > 0 ? [invalidValue(`${field}.kind`, kind, why)] : []),
  ];
}

function validateVersion(apiVersion: string, field: string): StatusCause[] {
  if (apiVersion === '') return [required(field)];
  const parts = apiVersion.split('/');
  if (parts.length > 2)
    return [invalidValue(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [version = '', group = ''] = parts.toReversed();
  const ofGroup = group === '' ? [] : dnsSubdomain(group);
  const ofVersion = dns1035Label(version);
  return [
    ...(ofGroup.length > 0 ? [invalidValue(field, group, ofGroup.join(','))] : []),
    ...(version === '' ? [invalidValue(field, apiVersion, 'version must be specified')] : []),
    ...(version !== '' && ofVersion.length > 0 ? [invalidValue(field, version, ofVersion.join(','))] : []),
  ];
}

export function validateParamRef(reference: ParamRef | undefined, field: string): StatusCause[] {
  if (reference === undefined) return [];
  const { name = '', selector, parameterNotFoundAction: action = '' } = reference;
  const either = 'name and selector are mutually exclusive';
  const isBoth = name !== '' && selector !== undefined;
  return [
    ...(name === '' ? [] : malformed(`${field}.name`, name, pathSegmentName(name, false))),
    ...(isBoth ? [forbidden(`${field}.name`, either)] : []),
    ...validateLabelSelector(selector, `${field}.selector`),
    ...(isBoth ? [forbidden(`${field}.selector`, either)] : []),
    ...(name === '' && selector === undefined
      ? [required(field, 'one of name or selector must be specified')]
      : []),
    ...(action === '' ? [required(`${field}.parameterNotFoundAction`)] : []),
    ...(action === '' || NOT_FOUND_ACTIONS.includes(action)
      ? []
      : [notSupported(`${field}.parameterNotFoundAction`, action, NOT_FOUND_ACTIONS)]),
  ];
}
