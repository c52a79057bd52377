import { isDeepStrictEqual } from 'node:util';
import { RENDERED_ANNOTATION } from '@banyan/api/banyan';
import { DESCRIPTIONS, type Base, type Description } from '@banyan/api/clusternet';
import { descriptionsOfWork, digest, objectsOfDescription, type Member } from '@banyan/engine';
import { isAlreadyExists, type KubeClient } from '@banyan/kube';
import { deleteObject } from '../hub-writes.ts';
import { whereIs } from '../object-keys.ts';
import { metadataPatch, policyAnnotations } from '../policy-annotations.ts';
import type { RenderedWork } from './render-base.ts';
import { renamedAnnotation } from './renamed-objects.ts';

export interface WriteRequest {
  readonly base: Base;
  readonly member: Member;
  readonly work: RenderedWork;
  readonly trigger: string;
  /** What the Base has now, those on their way out apart. */
  readonly current: readonly Description[];
}

/** `blocked`: something of that name is on its way out or another's, and nothing can be written until it is gone. */
export type WriteResult = 'written' | 'blocked';

/**
 * Makes the Descriptions of a Base what they are to be, with one write each, and none where nothing differs. The first
 * one, which says that all is done, comes after the others, and what is no longer needed goes last: an object that moves
 * from one to another is always in one of them.
 */
export async function writeDescriptions(
  hubClient: KubeClient,
  request: WriteRequest,
  signal: AbortSignal,
): Promise<WriteResult> {
  const { base, member, work, trigger, current } = request;
  const wanted = descriptionsOfWork({ base, member, objects: work.objects });
  const byName = new Map(current.map((description) => [description.metadata.name, description]));
  const policies = policyAnnotations(base);
  for (const [index, description] of [...wanted.entries()].reverse()) {
    description.metadata.annotations = {
      ...policies,
      ...(index === 0 && {
        [RENDERED_ANNOTATION]: renderedMark(trigger, wanted.length),
        ...renamedAnnotation(work.renamed),
      }),
    };
    const before = byName.get(description.metadata.name);
    byName.delete(description.metadata.name);
    const result =
      before === undefined
        ? await create(hubClient, description, signal)
        : await update(hubClient, before, description, signal);
    if (result === 'blocked') return result;
  }
  for (const needless of byName.values()) await deleteObject(hubClient, DESCRIPTIONS, needless, signal);
  return 'written';
}

/** Whether what is there was rendered for the same reasons, is complete, and carries the policies of the Base. */
export function isRendered(base: Base, current: readonly Description[], trigger: string): boolean {
  const mark = renderedMark(trigger, current.length);
  const policies = policyAnnotations(base);
  return (
    current.some(({ metadata }) => metadata.annotations?.[RENDERED_ANNOTATION] === mark) &&
    current.every((description) => isDeepStrictEqual(policyAnnotations(description), policies))
  );
}

function renderedMark(trigger: string, parts: number): string {
  return `${trigger}.${parts}`;
}

async function create(
  hubClient: KubeClient,
  description: Description,
  signal: AbortSignal,
): Promise<WriteResult> {
  try {
    await hubClient.create(DESCRIPTIONS, description, { metadataOnly: true, signal });
    return 'written';
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  // Ours, and not in the cache yet; or of a Base that had the name before.
  const present = await hubClient.get<Description>(DESCRIPTIONS, whereIs(description), { signal });
  const owner = description.metadata.ownerReferences?.[0]?.uid;
  const isOurs = present.metadata.ownerReferences?.some(({ uid }) => uid === owner) === true;
  if (!isOurs || present.metadata.deletionTimestamp !== undefined) return 'blocked';
  return update(hubClient, present, description, signal);
}

/** Without a resourceVersion: status and record of the deployer change all the time, and nobody else writes the rest. */
async function update(
  hubClient: KubeClient,
  before: Description,
  wanted: Description,
  signal: AbortSignal,
): Promise<WriteResult> {
  const metadata = metadataPatch(before, wanted);
  const isSame = hasSameObjects(before, wanted);
  if (metadata === undefined && isSame) return 'written';
  const { uid } = before.metadata;
  const body = { metadata: { uid, ...metadata }, ...(!isSame && { spec: wanted.spec }) };
  const patch = { type: 'merge', body } as const;
  await hubClient.patch(DESCRIPTIONS, whereIs(wanted), patch, { metadataOnly: true, signal });
  return 'written';
}

function hasSameObjects(a: Description, b: Description): boolean {
  const [before = [], after = []] = [a.spec.raw, b.spec.raw];
  if (a.spec.deployer !== b.spec.deployer || before.length !== after.length) return false;
  if (before.every((raw, index) => raw === after[index])) return true;
  try {
    return digest(objectsOfDescription(a)) === digest(objectsOfDescription(b));
  } catch {
    return false;
  }
}
