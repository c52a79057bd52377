import type { KubeObject, StatusCause } from '@banyan/api';
import type { ExpressionScope } from '../../policies/expressions/policy-environment.ts';
import { duplicate, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { byteLength } from '../fields/go-text.ts';
import { qualifiedName, subdomainName } from '../fields/name-format.ts';
import { validateBaseObjectMeta } from '../fields/object-meta-validation.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateConditions } from '../policy/condition-validation.ts';
import { validateExpression } from './match-resources.ts';
import { applyPolicyDefaults, validateCommonSpec } from './policy-common.ts';
import type { AuditAnnotation, ValidatingPolicy, ValidatingPolicySpec, Validation } from './policy-spec.ts';

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const MAX_ANNOTATIONS = 20;
const MAX_EXPRESSION_BYTES = 5 * 1024;
export const validatingPolicyRules: KindRules = {
  kind: { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'ValidatingAdmissionPolicy' },
  namespaced: false,
  name: subdomainName,
  takesAnyFinalizer: true,
  generation: 'spec',
  hasStatus: true,
  defaults: ({ spec }: ValidatingPolicy) => applyPolicyDefaults(spec),
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
  const { causes, scope } = validateCommonSpec(spec);
  return [...causes, ...validateWhatItDoes(spec, metadata.name ?? '', scope)];
}

function validateWhatItDoes(
  { validations = [], auditAnnotations = [] }: ValidatingPolicySpec,
  name: string,
  scope: ExpressionScope,
): StatusCause[] {
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const why = 'validations or auditAnnotations must contain at least one item';
    return [required('spec.validations', why), required('spec.auditAnnotations', why)];
  }
  return [
    ...validations.flatMap((validation, i) =>
      validateValidation(validation, `spec.validations[${i}]`, scope),
    ),
    ...validateAnnotations(auditAnnotations, { name, field: 'spec.auditAnnotations', scope }),
  ];
}

function validateValidation(validation: Validation, field: string, scope: ExpressionScope): StatusCause[] {
  const { expression = '', message = '', reason, messageExpression = '' } = validation;
  const isBlank = (text: string) => text !== '' && text.trim() === '';
  const blank = 'must be non-empty if specified';
  return [
    ...(expression.trim() === ''
      ? [required(`${field}.expression`, 'expression is not specified')]
      : validateExpression(expression, `${field}.expression`, { scope, wanted: ['bool'] })),
    ...(messageExpression.trim() === ''
      ? []
      : validateExpression(messageExpression, `${field}.messageExpression`, {
          scope: { ...scope, hasAuthorizer: false },
          wanted: ['string'],
        })),
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
  annotations: readonly AuditAnnotation[],
  { name, field, scope }: { name: string; field: string; scope: ExpressionScope },
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
      ...(name === ''
        ? [invalidValue(`${field}[${i}].key`, key, 'requires metadata.name be non-empty')]
        : malformed(`${field}[${i}].key`, `${name}/${key}`, qualifiedName(`${name}/${key}`))),
      ...validateValueExpression(valueExpression.trim(), `${field}[${i}].valueExpression`, scope),
      ...(repeated.has(i) ? [duplicate(`${field}[${i}].key`, key)] : []),
    ]),
  ];
}

function validateValueExpression(expression: string, field: string, scope: ExpressionScope): StatusCause[] {
  if (expression === '') return [required(field, 'valueExpression is not specified')];
  if (byteLength(expression) > MAX_EXPRESSION_BYTES)
    return [required(field, `must not exceed ${MAX_EXPRESSION_BYTES} bytes in length`)];
  return validateExpression(expression, field, { scope, wanted: ['string', 'null_type'] });
}
