import type { KubeObject } from '@banyan/api';
import { badRequest } from '../errors/api-error.ts';
import type { UserInfo } from '../serving/user-info.ts';
import type { PolicyRule } from './policy-rule.ts';
import { describeMissing, type RbacAuthorizer } from './rbac-authorizer.ts';

/** SelfSubjectRulesReview: what may I do there? The answer has nothing of the question in it. */
export function reviewOwnRules(rbac: RbacAuthorizer, body: KubeObject, user: UserInfo): KubeObject {
  const { namespace = '' } = (body['spec'] ?? {}) as { namespace?: string };
  if (namespace === '') throw badRequest('no namespace on request');
  const { rules, missing } = rbac.rulesFor(user, namespace);
  const status = {
    resourceRules: rules.filter(({ resources = [] }) => resources.length > 0).map(resourceRule),
    nonResourceRules: rules
      .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
      .map(({ verbs = [], nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: false,
    ...(missing.length > 0 && { evaluationError: describeMissing(missing) }),
  };
  const { kind, apiVersion } = body;
  return { kind, apiVersion, metadata: {}, spec: {}, status };
}

function resourceRule({ verbs = [], apiGroups, resources, resourceNames = [] }: PolicyRule): object {
  return { verbs, apiGroups, resources, ...(resourceNames.length > 0 && { resourceNames }) };
}
