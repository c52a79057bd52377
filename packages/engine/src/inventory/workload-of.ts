import { parseApiVersion, type KubeObject } from '@banyan/api';
import type { Deployment, PodSpec } from '@banyan/api/objects';
import type { ReplicaNeeds } from '../words/workload.ts';
import { podResources } from './pod-resources.ts';

/** What a template says about its replicas. */
export interface WorkloadFacts {
  readonly replicas: number;
  /** JSON pointer to where they are written. */
  readonly path: string;
  readonly needs: ReplicaNeeds;
}

const REPLICATED: ReadonlySet<string> = new Set(['Deployment', 'ReplicaSet', 'StatefulSet']);
const GROUPS: ReadonlySet<string> = new Set(['apps', 'extensions']);

/** Undefined for what has no replicas to divide. Without a number Kubernetes makes one replica. */
export function workloadOf(object: KubeObject): WorkloadFacts | undefined {
  if (!REPLICATED.has(object.kind) || !GROUPS.has(parseApiVersion(object.apiVersion).group)) return undefined;
  const { spec } = object as Partial<Deployment>;
  return {
    replicas: Number.isSafeInteger(spec?.replicas) ? Math.max(0, spec?.replicas ?? 1) : 1,
    path: '/spec/replicas',
    needs: needsOf(spec?.template?.spec),
  };
}

/** Of a pod that no API server has looked at yet, nothing is known: it is for the member's to refuse. */
function needsOf(pod: PodSpec | undefined): ReplicaNeeds {
  try {
    return podNeeds(pod);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return {};
  }
}

function podNeeds(pod: PodSpec | undefined): ReplicaNeeds {
  if (pod == null) return {};
  const { nodeSelector, tolerations, affinity } = pod;
  const resources = podResources(pod);
  return {
    ...(nodeSelector && { nodeSelector }),
    ...(tolerations && { tolerations }),
    ...(affinity && { affinity }),
    ...(resources && { resources }),
  };
}
