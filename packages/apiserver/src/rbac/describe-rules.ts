import { quotedList } from '../authentication/message-lists.ts';
import type { PolicyRule } from './policy-rule.ts';

/** Rights as a refusal lists them: the verbs of one resource in one line, lines in order, none twice. */
export function describeRights(rights: readonly PolicyRule[]): string {
  const byResource = new Map<string, PolicyRule>();
  const ofUrls = rights.filter((right) => right.nonResourceURLs !== undefined);
  for (const right of rights) {
    if (right.nonResourceURLs !== undefined) continue;
    const { verbs = [], ...what } = right;
    const key = JSON.stringify(what);
    byResource.set(key, { ...what, verbs: [...(byResource.get(key)?.verbs ?? []), ...verbs] });
  }
  const lines = new Set([...byResource.values(), ...ofUrls].map(describeRule));
  return [...lines].toSorted().join('\n');
}

function describeRule(rule: PolicyRule): string {
  const parts: readonly [string, readonly string[] | undefined][] = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ];
  const texts = parts.flatMap(([name, words]) => (words?.length ? [`${name}:${quotedList(words)}`] : []));
  return `{${texts.join(', ')}}`;
}
