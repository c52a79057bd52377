import type { DaemonSet, Node, Pod, Taint } from '@banyan/api/objects';
import { HASH_LABEL } from './daemon-pod.ts';
import type { DaemonSetView } from './daemon-set-plan.ts';

const NOW_MS = Date.UTC(2030, 0, 2);

type RollingUpdate = NonNullable<NonNullable<DaemonSet['spec']['updateStrategy']>['rollingUpdate']>;

/** For tests: a set of one container. */
export function sampleDaemonSet(rollingUpdate: RollingUpdate = { maxUnavailable: 1 }): DaemonSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: {
      name: 'log',
      namespace: 'default',
      uid: 'log',
      generation: 1,
      annotations: { 'deprecated.daemonset.template.generation': '4' },
    },
    spec: {
      selector: { matchLabels: { app: 'log' } },
      template: {
        metadata: { labels: { app: 'log' } },
        spec: { containers: [{ name: 'log', image: 'one' }] },
      },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate },
    },
  };
}

export function sampleNode(name: string, taints: Taint[] = []): Node {
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { zone: name } }, spec: { taints } };
}

export interface SampleDaemon {
  readonly name: string;
  readonly node: string;
  readonly hash?: string;
  readonly state?: 'ready' | 'pending' | 'leaving' | 'Failed' | 'Succeeded';
  readonly created?: string;
}

export function sampleDaemon({
  name,
  node,
  hash = 'old',
  state = 'ready',
  created = '0',
}: SampleDaemon): Pod {
  const isEnded = state === 'Failed' || state === 'Succeeded';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: name,
      labels: { [HASH_LABEL]: hash },
      creationTimestamp: `2030-01-01T00:00:0${created}Z`,
      ...(state === 'leaving' && { deletionTimestamp: '2030-01-01T00:00:00Z' }),
    },
    spec: { nodeName: node, containers: [] },
    status: {
      phase: isEnded ? state : state === 'pending' ? 'Pending' : 'Running',
      conditions: [
        {
          type: 'Ready',
          status: state === 'ready' || state === 'leaving' ? 'True' : 'False',
          lastTransitionTime: '2030-01-01T00:00:00Z',
        },
      ],
    },
  };
}

export function sampleView(
  set: DaemonSet,
  nodes: readonly Node[],
  daemons: readonly SampleDaemon[],
): DaemonSetView {
  const podsByNode = new Map<string, Pod[]>();
  for (const daemon of daemons)
    podsByNode.set(daemon.node, [...(podsByNode.get(daemon.node) ?? []), sampleDaemon(daemon)]);
  return { set, hash: 'new', nodes, podsByNode, nowMs: NOW_MS };
}
