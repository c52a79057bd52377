import type { KubeObject } from '@banyan/api';
import { FEED_PROTECTION } from '@banyan/api/clusternet';
import type { Admission } from '@banyan/apiserver';
import type { TemplateCatalogue } from './template-catalogue.ts';

/**
 * What is written is validated where it is kept; what is only tried is validated here. Who deletes what is in use is told
 * why it does not go.
 */
export function templateAdmission(catalogue: TemplateCatalogue): Admission {
  return {
    create: async ({ resource, dryRun, namespace }, draft) => {
      const { name = '' } = draft.metadata;
      if (!dryRun || name === '') return;
      const metadata = { ...draft.metadata, ...(namespace !== undefined && { namespace }) };
      await catalogue.storageOf(resource)?.validate(resource.toStorage({ ...draft, metadata }));
    },
    updates: {
      isAsked: ({ dryRun }) => dryRun,
      admit: async ({ resource }, { object }) => {
        await catalogue.storageOf(resource)?.validate(object as KubeObject);
      },
    },
    delete: async ({ resource, namespace, warn }, name) => {
      const kept = await catalogue.storageOf(resource)?.get({ namespace, name });
      const why = kept?.object.metadata.annotations?.[FEED_PROTECTION];
      if (why !== undefined) warn(`${resource.singular} "${name}" is kept until nothing uses it: ${why}`);
    },
  };
}
