import type { KubeObject } from '@banyan/api';
import type { Pod, PodTemplate } from '@banyan/api/objects';

/** A pod as its owner's template says, with a name that is made up unless one is given. */
export function podFromTemplate(
  template: Readonly<PodTemplate> | undefined,
  { apiVersion, kind, metadata }: Readonly<Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>>,
  name?: string,
): Omit<Pod, 'apiVersion' | 'kind'> {
  const { name: ownerName = '', uid = '', namespace } = metadata;
  const { labels, annotations, finalizers } = structuredClone(template?.metadata ?? {}) as {
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    finalizers?: string[];
  };
  return {
    metadata: {
      ...(name === undefined ? { generateName: `${ownerName}-` } : { name }),
      ...(namespace !== undefined && { namespace }),
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...(finalizers && { finalizers }),
      ownerReferences: [
        { apiVersion, kind, name: ownerName, uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: structuredClone(template?.spec ?? { containers: [] }),
  };
}
