import type { KubeObject } from '@banyan/api';
import { APPLIED_DIGEST_ANNOTATION, OWNED_LABEL } from '@banyan/api/banyan';
import { OWNED_BY_DESCRIPTION_ANNOTATION, type Description } from '@banyan/api/clusternet';
import { identityKey, identityOf, textDigest, type ObjectIdentity } from '@banyan/engine';
import { workOf } from '../member/seen-object.ts';

/** What is remembered of one object of a Description; the object itself is read again when it is needed. */
export interface WorkItem {
  /** Its place in `spec.raw`. */
  readonly place: number;
  readonly apiVersion: string;
  readonly identity: ObjectIdentity;
  readonly key: string;
  /** Of its text in `spec.raw`. */
  readonly digest: string;
}

export interface WorkIndex {
  /** The name that its objects carry as their mark; the same for all parts of a work that did not fit into one. */
  readonly work: string;
  /** Of the hub that rendered it, as its objects say. */
  readonly hubId: string | undefined;
  readonly items: readonly WorkItem[];
  /** What cannot be read, in words for the status. */
  readonly problems: readonly string[];
}

export interface WorkMarks {
  readonly hubId: string;
  readonly work: string;
}

/** Never throws: what cannot be read holds back nothing else. */
export function workIndexOf(description: Description): WorkIndex {
  const { namespace = '', name = '' } = description.metadata;
  const items = new Map<string, WorkItem>();
  const problems: string[] = [];
  let work: string | undefined;
  let hubId: string | undefined;
  for (const [place, raw] of (description.spec.raw ?? []).entries()) {
    const object = decoded(raw);
    if (object === undefined) {
      problems.push(`spec.raw[${place}] is no object with apiVersion, kind and a name`);
      continue;
    }
    const identity = identityOf(object);
    const key = identityKey(identity);
    work ??= workOf(object);
    hubId ??= object.metadata.labels?.[OWNED_LABEL];
    if (items.has(key)) problems.push(`spec.raw[${place}]: ${wordsOf(identity)} is there twice`);
    else items.set(key, { place, apiVersion: object.apiVersion, identity, key, digest: textDigest(raw) });
  }
  return { work: work ?? `${namespace}.${name}`, hubId, items: [...items.values()], problems };
}

/**
 * The object of an item, as it is to be. What was not rendered by us may lack the marks by which we know it again. It
 * says itself what it is: records of it can be behind.
 */
export function objectOf(description: Description, item: WorkItem, marks: WorkMarks): KubeObject {
  const { place } = item;
  const object = decoded(description.spec.raw?.[place] ?? '');
  if (object === undefined) throw new Error(`spec.raw[${place}] has changed`);
  const { metadata } = object;
  const labels = { ...metadata.labels, [OWNED_LABEL]: marks.hubId };
  const annotations = {
    ...metadata.annotations,
    [OWNED_BY_DESCRIPTION_ANNOTATION]: marks.work,
    [APPLIED_DIGEST_ANNOTATION]: item.digest,
  };
  return { ...object, metadata: { ...metadata, labels, annotations } };
}

/** `apps/Deployment shop/web`: how an object is named in messages. */
export function wordsOf({ group, kind, namespace, name }: ObjectIdentity): string {
  return `${group === '' ? kind : `${group}/${kind}`} ${namespace === '' ? name : `${namespace}/${name}`}`;
}

function decoded(raw: string): KubeObject | undefined {
  try {
    const value = JSON.parse(Buffer.from(raw, 'base64').toString('utf8')) as Partial<KubeObject> | null;
    const { apiVersion, kind, metadata } = value ?? {};
    const isNamed = typeof metadata === 'object' && metadata !== null && typeof metadata.name === 'string';
    return typeof apiVersion === 'string' && typeof kind === 'string' && isNamed
      ? (value as KubeObject)
      : undefined;
  } catch {
    return undefined;
  }
}
