import type { KubeObject } from '@banyan/api';
import type { Pod, PodTemplate } from '@banyan/api/objects';
import type { Resource } from '../../cluster/resources.ts';
import { controllerReference } from './controller-reference.ts';

/** What a pod is created from. */
export type PodDraft = Pick<Pod, 'metadata' | 'spec'>;

/** A pod as its owner's template says. Its name is made up, and anything may still be changed. */
export function podFromTemplate<T extends KubeObject>(
  template: Readonly<PodTemplate> | undefined,
  of: Resource<T>,
  owner: Readonly<T>,
): PodDraft {
  const { name = '', namespace } = owner.metadata;
  const { labels, annotations, finalizers } = structuredClone(template?.metadata ?? {}) as {
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    finalizers?: string[];
  };
  return {
    metadata: {
      generateName: `${name}-`,
      ...(namespace !== undefined && { namespace }),
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...(finalizers && { finalizers }),
      ownerReferences: [controllerReference(of, owner)],
    },
    spec: structuredClone(template?.spec ?? { containers: [] }),
  };
}
