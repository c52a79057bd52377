import type { KubeObject } from '@banyan/api';
import {
  APPS_API_VERSION,
  APPS_FINALIZER,
  OWNED_BY_DESCRIPTION_ANNOTATION,
  descriptionName,
  type Base,
  type Description,
} from '@banyan/api/clusternet';
import { OWNED_LABEL } from '@banyan/api/banyan';
import type { Marks } from '../../render/render-work.ts';
import type { Member } from '../../words/member.ts';
import type { WorkObject } from '../../words/work.ts';
import { inheritedLabels, labelsOf } from './object-labels.ts';
import { ownerReference } from './share-localizations.ts';

/** Encoded bytes of the objects of one Description: an API server takes 1.5 MiB, a third is left for all else. */
const MAX_BYTES = 1024 * 1024;

export interface DescriptionRequest {
  readonly base: Base;
  readonly member: Member;
  readonly objects: readonly WorkObject[];
  readonly maxBytes?: number;
}

/** The objects of a work as Descriptions: one, or as many as their size asks for. */
export function descriptionsOfWork(request: DescriptionRequest): Description[] {
  const { base, member, objects, maxBytes = MAX_BYTES } = request;
  return partsOf(objects, maxBytes).map((raw, index): Description => {
    const metadata = {
      name: descriptionName(base.metadata.name ?? '', 'Generic', index + 1),
      namespace: member.namespace,
      labels: { ...labelsOf(base, member), ...inheritedLabels(base) },
      finalizers: [APPS_FINALIZER],
      ownerReferences: [ownerReference(base)],
    };
    return {
      apiVersion: APPS_API_VERSION,
      kind: 'Description',
      metadata,
      spec: { deployer: 'Generic', raw },
    };
  });
}

function partsOf(objects: readonly WorkObject[], maxBytes: number): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const { object } of objects) {
    const raw = encodeObject(object);
    const last = parts.at(-1);
    if (last === undefined || raw.length > room) {
      parts.push([raw]);
      room = maxBytes - raw.length;
    } else {
      last.push(raw);
      room -= raw.length;
    }
  }
  return parts;
}

/**
 * What every object of a Base's works carries into its member. `hubId`: by which the hub's objects are watched. The first
 * Description is named also for objects of the next ones: an object that moves between them is then no change.
 */
export function marksOfBase(base: Base, hubId: string): Marks {
  const { namespace = '', name = '' } = base.metadata;
  return {
    labels: { [OWNED_LABEL]: hubId },
    annotations: { [OWNED_BY_DESCRIPTION_ANNOTATION]: `${namespace}.${descriptionName(name, 'Generic')}` },
  };
}

/** The objects that a Generic Description holds. Throws SyntaxError for what is no JSON. */
export function objectsOfDescription({ spec }: Description): KubeObject[] {
  return (spec.raw ?? []).map((raw) => JSON.parse(Buffer.from(raw, 'base64').toString('utf8')) as KubeObject);
}

function encodeObject(object: KubeObject): string {
  return Buffer.from(JSON.stringify(object)).toString('base64');
}
