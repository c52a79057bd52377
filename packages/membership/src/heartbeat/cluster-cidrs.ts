import type { KubeClient } from '@banyan/kube';
import type { Pod } from '@banyan/api/objects';

const PODS = { group: '', version: 'v1', resource: 'pods' };

export interface ClusterCidrs {
  readonly clusterCIDR?: string;
  readonly serviceCIDR?: string;
}

/** Pods that carry the ranges in their flags, as far as a cluster has them as Pods. */
interface ControlPlanePods {
  readonly apiServer: readonly Pod[];
  readonly controllerManager: readonly Pod[];
  readonly proxy: readonly Pod[];
}

/** One answer of each is enough: they are started with the same flags. */
const LIMIT = 5;

/** Asks the member for the Pods of its control plane and reads their flags. */
export async function readCidrs(
  memberClient: KubeClient,
  given: ClusterCidrs,
  signal: AbortSignal,
): Promise<ClusterCidrs> {
  const podsWith = async (labelSelector: string): Promise<Pod[]> =>
    (await memberClient.list<Pod>(PODS, { labelSelector, limit: LIMIT, signal })).items;
  const component = async (name: string): Promise<Pod[]> => {
    const pods = await podsWith(`component=${name}`);
    return pods.length > 0 ? pods : podsWith(`app.kubernetes.io/component=${name}`);
  };
  const [apiServer, controllerManager, proxy] = await Promise.all([
    component('kube-apiserver'),
    component('kube-controller-manager'),
    podsWith('k8s-app=kube-proxy'),
  ]);
  return findCidrs({ apiServer, controllerManager, proxy }, given);
}

/** The Pods' own flags first; what they do not say is taken from `given`. */
export function findCidrs(pods: ControlPlanePods, given: ClusterCidrs): ClusterCidrs {
  const serviceCIDR =
    flagOf([...pods.apiServer, ...pods.controllerManager], 'service-cluster-ip-range') ?? given.serviceCIDR;
  const clusterCIDR = flagOf([...pods.controllerManager, ...pods.proxy], 'cluster-cidr') ?? given.clusterCIDR;
  return { ...(clusterCIDR && { clusterCIDR }), ...(serviceCIDR && { serviceCIDR }) };
}

function flagOf(pods: readonly Pod[], flag: string): string | undefined {
  for (const pod of pods) {
    for (const { command = [], args = [] } of pod.spec.containers) {
      const value = flagValue([...command, ...args], `--${flag}`);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

function flagValue(words: readonly string[], flag: string): string | undefined {
  // A command may be a whole line for a shell.
  const parts = words.flatMap((word) => word.split(/\s+/));
  const index = parts.findIndex((part) => part === flag || part.startsWith(`${flag}=`));
  const value = parts[index] === flag ? parts[index + 1] : parts[index]?.slice(flag.length + 1);
  return value === undefined || value === '' ? undefined : value.replace(/^["']|["']$/g, '');
}
