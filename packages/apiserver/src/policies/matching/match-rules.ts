import type { GroupVersionResource } from '@banyan/api';
import type { AdmissionRule } from '../../kinds/admission/admission-rule.ts';
import type { JudgedRequest } from '../judged-request.ts';

/** Whether one of the rules is about a request, if it were one for this resource. */
export function isInRules(
  rules: readonly AdmissionRule[] | undefined,
  request: JudgedRequest,
  resource: GroupVersionResource,
): boolean {
  return (rules ?? []).some((rule) => isInRule(rule, request, resource));
}

function isInRule(rule: AdmissionRule, request: JudgedRequest, resource: GroupVersionResource): boolean {
  const { operation, subresource, name } = request;
  const { resourceNames = [] } = rule;
  return (
    isInScope(rule.scope, request) &&
    isNamed(rule.operations, operation) &&
    isNamed(rule.apiGroups, resource.group) &&
    isNamed(rule.apiVersions, resource.version) &&
    (rule.resources ?? []).some((each) => isResource(each, resource.resource, subresource)) &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  );
}

function isNamed(names: readonly string[] | undefined, name: string): boolean {
  return names?.includes('*') === true || names?.includes(name) === true;
}

/** Namespaces are objects of the cluster, though each is in itself. */
function isInScope(scope: string | undefined, { namespace, resource }: JudgedRequest): boolean {
  if (scope === undefined || scope === '*') return true;
  const isNamespace = resource.group === '' && resource.resource === 'namespaces';
  const isOfCluster = isNamespace || namespace === '';
  return scope === 'Cluster' ? isOfCluster : scope === 'Namespaced' && !isOfCluster;
}

/** `pods`, `pods/status`, `pods/*`, `*` or `*` + `/*`. */
function isResource(written: string, resource: string, subresource: string): boolean {
  const slash = written.indexOf('/');
  const [main, below] = slash < 0 ? [written, ''] : [written.slice(0, slash), written.slice(slash + 1)];
  return (main === '*' || main === resource) && (below === '*' || below === subresource);
}
