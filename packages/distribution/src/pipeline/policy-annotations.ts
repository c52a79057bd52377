import type { KubeObject } from '@banyan/api';
import {
  ALLOW_DELETION_ANNOTATION,
  CONFLICT_ANNOTATION,
  DRIFT_ANNOTATION,
  IMMUTABLE_ANNOTATION,
  RENAMED_ANNOTATION,
} from '@banyan/api/banyan';

const POLICIES = [DRIFT_ANNOTATION, CONFLICT_ANNOTATION, IMMUTABLE_ANNOTATION, ALLOW_DELETION_ANNOTATION];

/** Policies come and go with their intent, the last one with overrides that rename. */
const OWN = [...POLICIES, RENAMED_ANNOTATION];

/** The policies of an intent, to be handed on to what is made of it. */
export function policyAnnotations({ metadata }: KubeObject): Record<string, string> {
  const policies: Record<string, string> = {};
  for (const name of POLICIES) {
    const value = metadata.annotations?.[name];
    if (value !== undefined) policies[name] = value;
  }
  return policies;
}

/**
 * A merge patch that makes labels and annotations of an object those that are wanted; undefined if they are. What others
 * added stays; what is ours and no longer wanted goes.
 */
export function metadataPatch(current: KubeObject, wanted: KubeObject): Record<string, unknown> | undefined {
  const labels = missing(current.metadata.labels, wanted.metadata.labels);
  const annotations: Record<string, string | null> = {
    ...missing(current.metadata.annotations, wanted.metadata.annotations),
  };
  for (const name of OWN) {
    const isGone = wanted.metadata.annotations?.[name] === undefined;
    if (isGone && current.metadata.annotations?.[name] !== undefined) annotations[name] = null;
  }
  const patch = {
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function missing(
  current: Readonly<Record<string, string>> = {},
  wanted: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => current[name] !== value));
}
