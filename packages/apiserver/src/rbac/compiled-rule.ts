import type { AccessRequest, PathAccess, ResourceAccess } from './access-request.ts';
import type { PolicyRule } from './policy-rule.ts';

/** A rule made ready to be asked often. */
export interface CompiledRule {
  readonly rule: PolicyRule;
  allows(access: AccessRequest): boolean;
}

/** Rules are never changed, and those that every cluster begins with are shared by all in one process. */
const COMPILED = new WeakMap<PolicyRule, CompiledRule>();

export function compileRule(rule: PolicyRule): CompiledRule {
  let compiled = COMPILED.get(rule);
  if (compiled === undefined) COMPILED.set(rule, (compiled = compiledRule(rule)));
  return compiled;
}

function compiledRule(rule: PolicyRule): CompiledRule {
  const verbs = wildcardSet(rule.verbs);
  const groups = wildcardSet(rule.apiGroups);
  const resources = wildcardSet(rule.resources);
  const names = new Set(rule.resourceNames);
  const allowsPath = pathMatcher(rule.nonResourceURLs ?? []);

  const allowsResource = ({ group, resource, subresource, name }: ResourceAccess): boolean => {
    if (!groups(group)) return false;
    const full = subresource === '' ? resource : `${resource}/${subresource}`;
    if (!resources(full) && (subresource === '' || !resources(`*/${subresource}`))) return false;
    return names.size === 0 || names.has(name);
  };
  return {
    rule,
    allows: (access) =>
      verbs(access.verb) && (access.type === 'path' ? allowsPath(access) : allowsResource(access)),
  };
}

/** What a list of words matches: each of them, or with a star among them everything. */
function wildcardSet(words: readonly string[] = []): (word: string) => boolean {
  const set = new Set(words);
  return set.has('*') ? () => true : (word) => set.has(word);
}

function pathMatcher(patterns: readonly string[]): (access: PathAccess) => boolean {
  const exact = new Set(patterns);
  const prefixes = patterns.filter((pattern) => pattern.endsWith('*')).map(pathPrefix);
  return ({ path }) => exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix));
}

/** What a pattern with stars at its end stands for: everything that begins so. */
export function pathPrefix(pattern: string): string {
  return pattern.replace(/\*+$/, '');
}
