import { aggregateMessage } from './message-lists.ts';
import { quoted } from '../kinds/fields/go-text.ts';
import { dnsSubdomain, regexReason } from '../kinds/fields/name-format.ts';
import type { UserInfo } from '../serving/user-info.ts';

const PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

/** What the narrower modes do not take for extras; undefined if they do. */
export function extraProblem(extra: UserInfo['extra']): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    if (key === '') return 'impersonating the empty string key in extra is not allowed';
    const problems = keyProblems(key);
    if (problems.length > 0)
      return `impersonating an invalid key in extra is not allowed: ${aggregateMessage(problems)}`;
    if (key !== key.toLowerCase())
      return `impersonating a non-lowercase key in extra is not allowed: ${quoted(key)}`;
    if (values.length === 0) return 'impersonating empty values in extra is not allowed';
    if (values.includes('')) return 'impersonating the empty string value in extra is not allowed';
  }
  return undefined;
}

/** A key is a domain and a path. */
function keyProblems(key: string): string[] {
  const slash = key.indexOf('/');
  const [host, path] = [key.slice(0, Math.max(slash, 0)), key.slice(slash + 1)];
  const problem = (value: string, why: string) => `extra.key: Invalid value: ${quoted(value)}: ${why}`;
  if (host === '' || path === '')
    return [problem(key, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  const problems = dnsSubdomain(host).map((why) => problem(host, why));
  if (!new RegExp(`^${PATH}$`).test(path)) problems.push(problem(path, regexReason('Invalid path', PATH)));
  return problems;
}
