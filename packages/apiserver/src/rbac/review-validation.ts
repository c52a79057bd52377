import type { KubeObject, StatusCause } from '@banyan/api';
import { invalid } from '../errors/api-error.ts';
import { invalidValue } from '../kinds/fields/field-error.ts';
import { validateSelectors } from './review-selectors.ts';
import type { ReviewSpec } from './review-spec.ts';

/** Throws 422 in the real server's words, which leave out the kind. */
export function requireValidReview(causes: readonly StatusCause[]): void {
  if (causes.length === 0) return;
  const error = invalid({ group: 'authorization.k8s.io', kind: '' }, '', causes);
  delete error.status.details?.kind;
  throw error;
}

export function validateReview(body: KubeObject, about: 'self' | 'subject'): StatusCause[] {
  return [...validateSpec(specOf(body), about), ...validateMetadata(body, 'must be empty')];
}

/** `body` has the namespace of the request. */
export function validateLocalReview(body: KubeObject): StatusCause[] {
  const { resourceAttributes, nonResourceAttributes } = specOf(body);
  const { namespace } = body.metadata;
  const causes = [
    ...validateSpec(specOf(body), 'subject'),
    ...validateMetadata(body, 'must be empty except for namespace', 'namespace'),
  ];
  if (resourceAttributes && (resourceAttributes.namespace ?? '') !== namespace) {
    const field = 'spec.resourceAttributes.namespace';
    causes.push(invalidValue(field, resourceAttributes.namespace ?? '', 'must match metadata.namespace'));
  }
  if (nonResourceAttributes) {
    const why = 'disallowed on this kind of request';
    causes.push(invalidValue('spec.nonResourceAttributes', printable(nonResourceAttributes), why));
  }
  return causes;
}

function validateSpec(spec: ReviewSpec, about: 'self' | 'subject'): StatusCause[] {
  const { resourceAttributes, nonResourceAttributes, user = '', groups } = spec;
  const causes: StatusCause[] = [];
  if (resourceAttributes && nonResourceAttributes) {
    const why = 'cannot be specified in combination with resourceAttributes';
    causes.push(invalidValue('spec.nonResourceAttributes', printable(nonResourceAttributes), why));
  }
  if (!resourceAttributes && !nonResourceAttributes) {
    const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    causes.push(invalidValue('spec.resourceAttributes', null, why));
  }
  if (about === 'subject' && user === '' && (groups ?? []).length === 0) {
    causes.push(invalidValue('spec.user', user, 'at least one of user or group must be specified'));
  }
  return [...causes, ...validateSelectors(resourceAttributes, 'spec.resourceAttributes')];
}

/** The real server prints its own structure, whose fields are written large. */
function printable({ path = '', verb = '' }: NonNullable<ReviewSpec['nonResourceAttributes']>): object {
  return { Path: path, Verb: verb };
}

function validateMetadata({ metadata }: KubeObject, why: string, ...allowed: string[]): StatusCause[] {
  const said = Object.entries(metadata).filter(([name, value]) => {
    const isEmpty = value === null || value === undefined || value === '';
    return !isEmpty && name !== 'managedFields' && !allowed.includes(name);
  });
  return said.length === 0 ? [] : [invalidValue('metadata', metadata, why)];
}

function specOf(body: KubeObject): ReviewSpec {
  return (body['spec'] ?? {}) as ReviewSpec;
}
