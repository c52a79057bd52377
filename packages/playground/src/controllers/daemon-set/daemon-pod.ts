import type { DaemonSet, Node, Pod, Toleration } from '@banyan/api/objects';
import { DAEMON_SETS } from '../../cluster/resources.ts';
import { podFromTemplate, type PodDraft } from '../pods/pod-from-template.ts';
import { fitsNodeAffinity } from '../../scheduler/node-affinity.ts';
import { untolerated } from '../../scheduler/tolerations.ts';

export const HASH_LABEL = 'controller-revision-hash';
const GENERATION_LABEL = 'pod-template-generation';
const GENERATION = 'deprecated.daemonset.template.generation';
const NODE_NAME = 'metadata.name';

/** Daemons stay where other pods would be sent away. */
const TOLERATED: readonly Toleration[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
];
const NO_NETWORK: Toleration = {
  key: 'node.kubernetes.io/network-unavailable',
  operator: 'Exists',
  effect: 'NoSchedule',
};

/** The pod of a set on one node. The scheduler binds it, and can bind it nowhere else. */
export function daemonPod(set: Readonly<DaemonSet>, node: string, hash: string): PodDraft {
  const { metadata, spec } = podFromTemplate(set.spec.template, DAEMON_SETS, set);
  const generation = set.metadata.annotations?.[GENERATION];
  return {
    metadata: {
      ...metadata,
      labels: {
        ...metadata.labels,
        [HASH_LABEL]: hash,
        ...(generation !== undefined && { [GENERATION_LABEL]: generation }),
      },
    },
    spec: {
      ...spec,
      affinity: {
        ...spec.affinity,
        nodeAffinity: {
          ...spec.affinity?.nodeAffinity,
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchFields: [{ key: NODE_NAME, operator: 'In', values: [node] }] }],
          },
        },
      },
      tolerations: tolerationsOf(set),
    },
  };
}

function tolerationsOf({ spec }: Readonly<DaemonSet>): Toleration[] {
  const own = spec.template.spec.tolerations ?? [];
  const added = [...TOLERATED, ...(spec.template.spec.hostNetwork === true ? [NO_NETWORK] : [])];
  const isSame = (a: Toleration, b: Toleration) =>
    a.key === b.key && a.effect === b.effect && a.operator === b.operator;
  return [...own.filter((one) => !added.some((other) => isSame(one, other))), ...added];
}

/** Where a pod of the set runs, or is to run. */
export function nodeOf({ spec }: Readonly<Pod>): string | undefined {
  if ((spec.nodeName ?? '') !== '') return spec.nodeName;
  const terms =
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const fields = (terms ?? []).flatMap(({ matchFields = [] }) => matchFields);
  return fields.find(({ key, operator }) => key === NODE_NAME && operator === 'In')?.values?.[0];
}

export interface NodeFit {
  /** A pod belongs here. */
  readonly shouldRun: boolean;
  /** One that is here may stay. */
  readonly mayStay: boolean;
}

export function fitOf(set: Readonly<DaemonSet>, node: Readonly<Node>): NodeFit {
  const { spec } = set.spec.template;
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: {}, spec };
  const isNamed = (spec.nodeName ?? '') === '' || spec.nodeName === node.metadata.name;
  if (!isNamed || !fitsNodeAffinity(pod, node)) return { shouldRun: false, mayStay: false };
  const taints = node.spec?.taints ?? [];
  const tolerations = tolerationsOf(set);
  return {
    shouldRun: untolerated(taints, tolerations, ['NoSchedule', 'NoExecute']) === undefined,
    mayStay: untolerated(taints, tolerations, ['NoExecute']) === undefined,
  };
}
