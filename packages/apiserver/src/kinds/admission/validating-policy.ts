import type { KubeObject, StatusCause } from '@banyan/api';
import { duplicate, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { byteLength } from '../fields/go-text.ts';
import { qualifiedName, subdomainName } from '../fields/name-format.ts';
import { validateBaseObjectMeta } from '../fields/object-meta-validation.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateConditions, type Condition } from '../policy/condition-validation.ts';
import {
  applyMatchDefaults,
  validateExpression,
  validateMatch,
  validateMatchConditions,
  type MatchCondition,
  type MatchResources,
} from './match-resources.ts';
import { validateParamKind, type ParamKind } from './policy-params.ts';

interface ValidatingPolicy extends KubeObject {
  spec?: PolicySpec;
  status?: { conditions?: Condition[]; typeChecking?: { expressionWarnings?: ExpressionWarning[] } };
}

interface PolicySpec {
  paramKind?: ParamKind;
  matchConstraints?: MatchResources;
  validations?: Validation[];
  failurePolicy?: string;
  auditAnnotations?: { key?: string; valueExpression?: string }[];
  matchConditions?: MatchCondition[];
  variables?: { name?: string; expression?: string }[];
}

interface Validation {
  expression?: string;
  message?: string;
  reason?: string;
  messageExpression?: string;
}

interface ExpressionWarning {
  fieldRef?: string;
  warning?: string;
}

export const FAILURE_POLICIES = ['Fail', 'Ignore'];
const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const MAX_ANNOTATIONS = 20;
const MAX_EXPRESSION_BYTES = 5 * 1024;
const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
/** Words that CEL keeps to itself. */
const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** The kind alone: nothing here is held to a policy. */
export const validatingPolicyRules: KindRules = {
  kind: { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'ValidatingAdmissionPolicy' },
  namespaced: false,
  name: subdomainName,
  takesAnyFinalizer: true,
  generation: 'spec',
  hasStatus: true,
  defaults: ({ spec }: ValidatingPolicy) => {
    if (spec === undefined) return;
    spec.failurePolicy ??= 'Fail';
    applyMatchDefaults(spec.matchConstraints);
  },
  validate: validatePolicy,
  validateUpdate: (object) => [
    ...validateBaseObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
    ...validatePolicy(object),
  ],
  status: {
    prepareForUpdate: ({ metadata }, old) => keepMetadata(metadata, old.metadata),
    validateUpdate: ({ status }: Readonly<ValidatingPolicy>) => [
      ...(status?.typeChecking?.expressionWarnings ?? []).flatMap(({ fieldRef = '', warning = '' }, i) => {
        const field = `status.typeChecking.expressionWarnings[${i}]`;
        return [
          ...(warning === '' ? [required(`${field}.warning`)] : []),
          ...(fieldRef.trim() === '' ? [required(`${field}.fieldRef`)] : []),
        ];
      }),
      ...validateConditions(status?.conditions ?? [], 'status.conditions'),
    ],
  },
};

const KEPT_METADATA = ['labels', 'annotations', 'finalizers', 'ownerReferences', 'managedFields'] as const;

/** Who writes the status writes nothing else, not even metadata. */
function keepMetadata(metadata: KubeObject['metadata'], old: Readonly<KubeObject['metadata']>): void {
  for (const field of KEPT_METADATA) delete metadata[field];
  const kept = KEPT_METADATA.filter((field) => old[field] !== undefined);
  Object.assign(metadata, structuredClone(Object.fromEntries(kept.map((field) => [field, old[field]]))));
}

function validatePolicy({ metadata, spec = {} }: Readonly<ValidatingPolicy>): StatusCause[] {
  const { failurePolicy, paramKind, matchConstraints } = spec;
  return [
    ...(failurePolicy === undefined || FAILURE_POLICIES.includes(failurePolicy)
      ? []
      : [notSupported('spec.failurePolicy', failurePolicy, FAILURE_POLICIES)]),
    ...(paramKind === undefined ? [] : validateParamKind(paramKind, 'spec.paramKind')),
    ...(matchConstraints === undefined
      ? [required('spec.matchConstraints')]
      : validateMatch(matchConstraints, 'spec.matchConstraints')),
    ...(matchConstraints !== undefined && (matchConstraints.resourceRules ?? []).length === 0
      ? [required('spec.matchConstraints.resourceRules')]
      : []),
    ...validateMatchConditions(spec.matchConditions, 'spec.matchConditions'),
    ...(spec.variables ?? []).flatMap((variable, i) => validateVariable(variable, `spec.variables[${i}]`)),
    ...validateWhatItDoes(spec, metadata.name ?? ''),
  ];
}

function validateVariable(
  { name = '', expression = '' }: { name?: string; expression?: string },
  field: string,
): StatusCause[] {
  const isIdentifier = IDENTIFIER.test(name) && !RESERVED.has(name);
  return [
    ...(name.trim() === '' ? [required(`${field}.name`, 'name is not specified')] : []),
    ...(name.trim() !== '' && !isIdentifier
      ? [invalidValue(`${field}.name`, name, 'must be a valid CEL identifier')]
      : []),
    ...(expression.trim() === '' ? [required(`${field}.expression`, 'expression is not specified')] : []),
  ];
}

function validateWhatItDoes(
  { validations = [], auditAnnotations = [] }: PolicySpec,
  name: string,
): StatusCause[] {
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const why = 'validations or auditAnnotations must contain at least one item';
    return [required('spec.validations', why), required('spec.auditAnnotations', why)];
  }
  return [
    ...validations.flatMap((validation, i) => validateValidation(validation, `spec.validations[${i}]`)),
    ...validateAnnotations(auditAnnotations, name, 'spec.auditAnnotations'),
  ];
}

function validateValidation(validation: Validation, field: string): StatusCause[] {
  const { expression = '', message = '', reason, messageExpression = '' } = validation;
  const isBlank = (text: string) => text !== '' && text.trim() === '';
  const blank = 'must be non-empty if specified';
  return [
    ...(expression.trim() === ''
      ? [required(`${field}.expression`, 'expression is not specified')]
      : validateExpression(expression, 'bool', `${field}.expression`)),
    ...(messageExpression.trim() === ''
      ? []
      : validateExpression(messageExpression, 'string', `${field}.messageExpression`)),
    ...(isBlank(messageExpression)
      ? [invalidValue(`${field}.messageExpression`, messageExpression, blank)]
      : []),
    ...(isBlank(message) ? [invalidValue(`${field}.message`, message, blank)] : []),
    ...(/[\n\r]/.test(message.trim())
      ? [invalidValue(`${field}.message`, message, 'must not contain line breaks')]
      : []),
    ...(reason === undefined || REASONS.includes(reason)
      ? []
      : [notSupported(`${field}.reason`, reason, REASONS)]),
  ];
}

function validateAnnotations(
  annotations: NonNullable<PolicySpec['auditAnnotations']>,
  name: string,
  field: string,
): StatusCause[] {
  const repeated = repeatedPlaces(annotations.map(({ key = '' }) => key));
  const shown = annotations.map(({ key = '', valueExpression = '' }) => ({
    Key: key,
    ValueExpression: valueExpression,
  }));
  const tooMany = `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`;
  return [
    ...(annotations.length > MAX_ANNOTATIONS ? [invalidValue(field, shown, tooMany)] : []),
    ...annotations.flatMap(({ key = '', valueExpression = '' }, i) => [
      ...malformed(`${field}[${i}].key`, `${name}/${key}`, qualifiedName(`${name}/${key}`)),
      ...validateValueExpression(valueExpression.trim(), `${field}[${i}].valueExpression`),
      ...(repeated.has(i) ? [duplicate(`${field}[${i}].key`, key)] : []),
    ]),
  ];
}

function validateValueExpression(expression: string, field: string): StatusCause[] {
  if (expression === '') return [required(field, 'valueExpression is not specified')];
  const isTooLong = byteLength(expression) > MAX_EXPRESSION_BYTES;
  return isTooLong ? [required(field, `must not exceed ${MAX_EXPRESSION_BYTES} bytes in length`)] : [];
}
