import type { KubeObject } from '@banyan/api';
import { badRequest } from '../errors/api-error.ts';
import type { UserInfo } from '../serving/user-info.ts';
import type { AccessRequest } from './access-request.ts';
import type { Authorizer } from './authorizer.ts';
import { selectorErrors } from './review-selectors.ts';
import type { NonResourceAttributes, ResourceAttributes, ReviewSpec } from './review-spec.ts';
import { requireValidReview, validateLocalReview, validateReview } from './review-validation.ts';

/**
 * The answers to access reviews. `body` is decoded and has its creator's managedFields (withCreatorsFields); it is
 * not changed. They throw ApiErrors for reviews that ask nothing, or too much.
 */

/** SelfSubjectAccessReview: may I? */
export function reviewOwnAccess(authorizer: Authorizer, body: KubeObject, user: UserInfo): KubeObject {
  requireValidReview(validateReview(body, 'self'));
  return answered(authorizer, body, user);
}

/** SubjectAccessReview: may he? */
export function reviewAccess(authorizer: Authorizer, body: KubeObject): KubeObject {
  requireValidReview(validateReview(body, 'subject'));
  return answered(authorizer, body, subjectOf(body));
}

/** LocalSubjectAccessReview: may he, here? `namespace` is the request's. */
export function reviewLocalAccess(authorizer: Authorizer, body: KubeObject, namespace: string): KubeObject {
  const { namespace: said = '' } = body.metadata;
  if (said !== '' && said !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  const here = { ...body, metadata: { namespace, ...body.metadata } };
  here.metadata.namespace = namespace;
  requireValidReview(validateLocalReview(here));
  return answered(authorizer, here, subjectOf(here));
}

function answered(authorizer: Authorizer, body: KubeObject, user: UserInfo): KubeObject {
  const spec = (body['spec'] ?? {}) as ReviewSpec;
  const { allowed, reason } = authorizer.authorize(user, accessIn(spec));
  const evaluationError = selectorErrors(spec.resourceAttributes).join('; ');
  const status = {
    allowed,
    ...(reason !== '' && { reason }),
    ...(evaluationError !== '' && { evaluationError }),
  };
  return { ...body, status };
}

function accessIn({ resourceAttributes, nonResourceAttributes }: ReviewSpec): AccessRequest {
  if (resourceAttributes) return resourceAccess(resourceAttributes);
  return pathAccess(nonResourceAttributes ?? {});
}

function resourceAccess(attributes: ResourceAttributes): AccessRequest {
  const { verb = '', group = '', resource = '', subresource = '', namespace = '', name = '' } = attributes;
  return { type: 'resource', verb, group, resource, subresource, namespace, name };
}

function pathAccess({ verb = '', path = '' }: NonResourceAttributes): AccessRequest {
  return { type: 'path', verb, path };
}

function subjectOf(body: KubeObject): UserInfo {
  const { user = '', groups, uid, extra } = (body['spec'] ?? {}) as ReviewSpec;
  return { name: user, groups: groups ?? [], extra: extra ?? {}, ...(uid && { uid }) };
}
