import { pathPrefix } from './compiled-rule.ts';
import type { PolicyRule } from './policy-rule.ts';

/**
 * What `granted` allows and `held` does not, in rules of one verb and one resource and name, or one URL, each. Empty
 * if whoever holds the one may grant the other. Stars are words here: who holds every verb by name does not hold `*`.
 */
export function missingRights(held: readonly PolicyRule[], granted: readonly PolicyRule[]): PolicyRule[] {
  return granted.flatMap(singleRights).filter((right) => !held.some((rule) => covers(rule, right)));
}

/** A rule as many of the simplest form. Each is covered by one rule or by none. */
function singleRights(rule: PolicyRule): PolicyRule[] {
  const { apiGroups = [], resources = [], verbs = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const rights: PolicyRule[] = [];
  for (const group of apiGroups)
    for (const resource of resources)
      for (const verb of verbs) {
        const right = { apiGroups: [group], resources: [resource], verbs: [verb] };
        if (resourceNames.length === 0) rights.push(right);
        for (const name of resourceNames) rights.push({ ...right, resourceNames: [name] });
      }
  for (const url of nonResourceURLs)
    for (const verb of verbs) rights.push({ nonResourceURLs: [url], verbs: [verb] });
  return rights;
}

function covers(held: PolicyRule, right: PolicyRule): boolean {
  const { resourceNames = [] } = held;
  const namesCover = resourceNames.length === 0 || has(resourceNames, right.resourceNames);
  const resources = held.resources ?? [];
  return (
    namesCover &&
    hasOrStar(held.verbs, right.verbs) &&
    hasOrStar(held.apiGroups, right.apiGroups) &&
    (right.resources ?? []).every((resource) => coversResource(resources, resource)) &&
    (right.nonResourceURLs ?? []).every((url) => held.nonResourceURLs?.some((own) => coversUrl(own, url)))
  );
}

/** A right without names is more than any with names: it is not covered by an empty list of them. */
function has(held: readonly string[], wanted: readonly string[] = []): boolean {
  return wanted.length > 0 && wanted.every((word) => held.includes(word));
}

function hasOrStar(held: readonly string[] = [], wanted: readonly string[] = []): boolean {
  return held.includes('*') || wanted.every((word) => held.includes(word));
}

function coversResource(held: readonly string[], resource: string): boolean {
  if (held.includes('*') || held.includes(resource)) return true;
  const slash = resource.indexOf('/');
  return slash >= 0 && held.includes(`*${resource.slice(slash)}`);
}

function coversUrl(held: string, url: string): boolean {
  return held === url || (held.endsWith('*') && url.startsWith(pathPrefix(held)));
}
