import type { Pod, StatefulSet } from '@banyan/api/objects';
import { STATEFUL_SETS } from '../../cluster/resources.ts';
import { podFromTemplate, type PodDraft } from '../pods/pod-from-template.ts';
import { templateOf } from '../revisions/revision-data.ts';
import type { ControllerRevision } from '@banyan/api/objects';
import { claimName } from './volume-claims.ts';

export const REVISION_LABEL = 'controller-revision-hash';
const NAME_LABEL = 'statefulset.kubernetes.io/pod-name';
const INDEX_LABEL = 'apps.kubernetes.io/pod-index';

/** The number at the end of a pod's name; undefined if the name is none that the set gives. */
export function ordinalOf(set: Readonly<StatefulSet>, pod: Readonly<Pod>): number | undefined {
  const { name = '' } = pod.metadata;
  const prefix = `${set.metadata.name}-`;
  if (!name.startsWith(prefix)) return undefined;
  const digits = name.slice(prefix.length);
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

export function revisionNameOf({ metadata }: Readonly<Pod>): string | undefined {
  return metadata.labels?.[REVISION_LABEL];
}

/** The pod of one ordinal, as a revision of the set has it. */
export function statefulPod(
  set: Readonly<StatefulSet>,
  ordinal: number,
  revision: Readonly<ControllerRevision>,
): PodDraft {
  const template = templateOf(revision) ?? set.spec.template;
  const { metadata, spec } = podFromTemplate(template, STATEFUL_SETS, set);
  const name = `${set.metadata.name}-${ordinal}`;
  const { volumeClaimTemplates = [], serviceName = '' } = set.spec;
  const claims = volumeClaimTemplates.map((claim) => ({
    name: claim.metadata.name ?? '',
    persistentVolumeClaim: { claimName: claimName(set, claim, ordinal) },
  }));
  const claimed = new Set(claims.map((volume) => volume.name));
  const volumes = [...claims, ...(spec.volumes ?? []).filter((volume) => !claimed.has(volume.name))];
  return {
    metadata: {
      ...metadata,
      name,
      labels: {
        ...metadata.labels,
        ...identityLabels(name, ordinal),
        [REVISION_LABEL]: revision.metadata.name ?? '',
      },
    },
    spec: {
      ...spec,
      hostname: name,
      ...(serviceName !== '' && { subdomain: serviceName }),
      ...(volumes.length > 0 && { volumes }),
    },
  };
}

export function identityLabels(name: string, ordinal: number): Record<string, string> {
  return { [NAME_LABEL]: name, [INDEX_LABEL]: String(ordinal) };
}

export function hasIdentity({ metadata }: Readonly<Pod>): boolean {
  return metadata.labels?.[NAME_LABEL] === metadata.name;
}
