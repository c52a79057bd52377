import type { JsonValue } from '@banyan/patch';
import type { Member } from '../words/member.ts';
import { OverrideProblem } from './override-problem.ts';

/** `${cluster.name}`; `$${` stands for `${` itself. */
const REFERENCE = /\$\$\{|\$\{([^}]*)\}/g;

/**
 * The patch with facts of the member in its texts. Only values are replaced, never keys, and a text stays a text: what a
 * fact says can change no structure. Throws OverrideProblem for a fact that the member does not have.
 */
export function withFacts(patch: JsonValue, member: Member): JsonValue {
  if (typeof patch === 'string') return patch.includes('${') ? textWithFacts(patch, member) : patch;
  if (Array.isArray(patch)) return patch.map((item: JsonValue) => withFacts(item, member));
  if (typeof patch !== 'object' || patch === null) return patch;
  return Object.fromEntries(Object.entries(patch).map(([key, value]) => [key, withFacts(value, member)]));
}

function textWithFacts(text: string, member: Member): string {
  return text.replaceAll(REFERENCE, (found, name: string | undefined) => {
    if (name === undefined) return '${';
    const fact = factOf(member, name.trim());
    if (fact === undefined) throw new OverrideProblem(`cluster ${member.name} has no ${found}`);
    return fact;
  });
}

function factOf(member: Member, name: string): string | undefined {
  if (name === 'cluster.name') return member.name;
  if (name === 'cluster.namespace') return member.namespace;
  if (name === 'cluster.id') return member.id;
  const label = /^cluster\.labels\.(.+)$/.exec(name)?.[1];
  if (label !== undefined) return Object.hasOwn(member.labels, label) ? member.labels[label] : undefined;
  const fact = /^cluster\.(.+)$/.exec(name)?.[1];
  return fact !== undefined && Object.hasOwn(member.facts, fact) ? member.facts[fact] : undefined;
}
