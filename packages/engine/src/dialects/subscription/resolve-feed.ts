import { formatApiVersion, parseApiVersion, type GroupVersionKind } from '@banyan/api';
import type { Feed } from '@banyan/api/clusternet';
import type { ObjectIdentity } from '../../words/object-identity.ts';

export type ResolvedFeed =
  | {
      readonly identity: ObjectIdentity;
      /** What the author should be told: the feed names another group than the kind's. */
      readonly warning?: string;
    }
  | { readonly problem: string };

/**
 * The template that a feed means. Any version of a kind will do; a group that does not have the kind is overlooked if
 * just one other has it, since published manifests say `apps/v1, kind: Service`. `kinds`: all that the hub serves.
 */
export function resolveFeed(feed: Feed, kinds: Iterable<GroupVersionKind>): ResolvedFeed {
  const { apiVersion, kind, namespace = '', name } = feed;
  const { group } = parseApiVersion(apiVersion);
  const others = new Map<string, GroupVersionKind>();
  for (const served of kinds) {
    if (served.kind !== kind) continue;
    if (served.group === group) return { identity: { group, kind, namespace, name } };
    if (!others.has(served.group)) others.set(served.group, served);
  }
  const [only] = others.values();
  if (only === undefined) return { problem: `there is no kind ${kind} in ${apiVersion}, nor anywhere else` };
  if (others.size > 1) {
    const list = [...others.values()].map(formatApiVersion).sort().join(', ');
    return { problem: `there is no kind ${kind} in ${apiVersion}, but in each of ${list}: say which` };
  }
  const warning = `there is no kind ${kind} in ${apiVersion}: ${formatApiVersion(only)} is taken`;
  return { identity: { group: only.group, kind, namespace, name }, warning };
}
