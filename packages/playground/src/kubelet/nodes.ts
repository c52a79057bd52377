import { kubernetesVersion } from '@banyan/api';
import type { Condition, Node, NodeStatus } from '@banyan/api/objects';
import { timestamp } from '../cluster/set-condition.ts';

const GIBIBYTE_KI = 1024 * 1024;
/** How nodes of the playground are told from others. */
export const PROVIDER = 'playground://';
const ZONES = ['a', 'b', 'c'];

/** A node of the playground, `index` from 1. */
export function playgroundNode(
  clusterName: string,
  name: string,
  index: number,
): Omit<Node, 'apiVersion' | 'kind'> {
  const zone = ZONES[(index - 1) % ZONES.length] ?? '';
  const podCIDR = podNetworkOf(index);
  return {
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'beta.kubernetes.io/arch': 'amd64',
        'topology.kubernetes.io/region': 'playground',
        'topology.kubernetes.io/zone': `playground-${zone}`,
      },
    },
    spec: { podCIDR, podCIDRs: [podCIDR], providerID: `${PROVIDER}${clusterName}/${name}` },
  };
}

/** 256 addresses a node. */
function podNetworkOf(index: number): string {
  return `10.${244 + Math.floor(index / 256)}.${index % 256}.0/24`;
}

export function nodeStatus(
  old: NodeStatus | undefined,
  kubeletPort: number | undefined,
  nowMs: number,
): NodeStatus {
  const resources = {
    cpu: '16',
    memory: `${64 * GIBIBYTE_KI}Ki`,
    pods: '250',
    'ephemeral-storage': `${200 * GIBIBYTE_KI}Ki`,
    'hugepages-1Gi': '0',
    'hugepages-2Mi': '0',
  };
  return {
    ...old,
    capacity: resources,
    allocatable: resources,
    conditions: CONDITIONS.map((condition) => heartbeat(old, condition, nowMs)),
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    ...(kubeletPort !== undefined && { daemonEndpoints: { kubeletEndpoint: { Port: kubeletPort } } }),
    nodeInfo: {
      machineID: '',
      systemUUID: '',
      bootID: '',
      kernelVersion: 'playground',
      osImage: 'Banyan playground',
      containerRuntimeVersion: 'playground://0.1.0',
      kubeletVersion: `v${kubernetesVersion().replace(/^v/, '')}`,
      kubeProxyVersion: '',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
  };
}

const CONDITIONS: readonly Omit<Condition, 'lastTransitionTime'>[] = [
  {
    type: 'MemoryPressure',
    status: 'False',
    reason: 'KubeletHasSufficientMemory',
    message: 'kubelet has sufficient memory available',
  },
  {
    type: 'DiskPressure',
    status: 'False',
    reason: 'KubeletHasNoDiskPressure',
    message: 'kubelet has no disk pressure',
  },
  {
    type: 'PIDPressure',
    status: 'False',
    reason: 'KubeletHasSufficientPID',
    message: 'kubelet has sufficient PID available',
  },
  { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' },
];

function heartbeat(
  old: NodeStatus | undefined,
  condition: Omit<Condition, 'lastTransitionTime'>,
  nowMs: number,
): Condition {
  const before = old?.conditions?.find(({ type }) => type === condition.type);
  const since = before?.status === condition.status ? before.lastTransitionTime : undefined;
  return { ...condition, lastHeartbeatTime: timestamp(nowMs), lastTransitionTime: since ?? timestamp(nowMs) };
}
