import { isDeepStrictEqual } from 'node:util';
import type { ControllerRevision, PodTemplate } from '@banyan/api/objects';

/** What `kubectl rollout undo` applies as a patch. */
interface RevisionData {
  readonly spec: { readonly template: PodTemplate & { readonly $patch: 'replace' } };
}

export function revisionData(template: Readonly<PodTemplate>): RevisionData {
  return { spec: { template: { ...structuredClone(template), $patch: 'replace' } } };
}

/** The template that a revision keeps; undefined if someone else wrote something else into it. */
export function templateOf({ data }: Readonly<ControllerRevision>): PodTemplate | undefined {
  const { template } = (data as Partial<RevisionData> | undefined)?.spec ?? {};
  if (template === undefined) return undefined;
  const { $patch: _, ...kept } = template;
  return kept;
}

export function keepsTemplate(
  revision: Readonly<ControllerRevision>,
  template: Readonly<PodTemplate>,
): boolean {
  return isDeepStrictEqual(templateOf(revision), template);
}
