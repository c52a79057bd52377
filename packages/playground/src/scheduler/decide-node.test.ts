import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Node, Pod, PodSpec } from '@banyan/api/objects';
import type { ClusterSnapshot } from './cluster-snapshot.ts';
import { decideNode } from './decide-node.ts';
import { NodeContent } from './node-content.ts';

const CONTAINER = { name: 'main', image: 'main' };

function node(
  name: string,
  { labels = {}, ...rest }: { labels?: Record<string, string> } & Node['spec'] = {},
): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: rest,
    status: { allocatable: { cpu: '2', memory: '4Gi', pods: '3' } },
  };
}

function pod(name: string, spec: Partial<PodSpec> = {}, labels: Record<string, string> = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels },
    spec: { containers: [CONTAINER], ...spec },
  };
}

function asking(cpu: string): Partial<PodSpec> {
  return { containers: [{ ...CONTAINER, resources: { requests: { cpu } } }] };
}

/** Nodes with the pods that run on them. */
function cluster(...nodes: readonly [Node, ...Pod[]][]): ClusterSnapshot {
  return {
    nodes: nodes.map(([each, ...pods]) => new NodeContent(each, pods)),
    namespaceLabels: (name) => ({ 'kubernetes.io/metadata.name': name }),
    volumeProblem: () => undefined,
  };
}

function owned(name: string): Pod {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'set', uid: 'set-uid', controller: true };
  const { metadata, ...rest } = pod(name);
  return { ...rest, metadata: { ...metadata, ownerReferences: [owner] } };
}

const NEAR_WEB = { labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'zone' };
const zoned = (name: string, zone: string) => node(name, { labels: { zone } });
const web = (name: string) => pod(name, {}, { app: 'web' });

describe('a pod goes', () => {
  const table: [string, Pod, ClusterSnapshot, string][] = [
    ['to the emptier node', pod('p'), cluster([node('a'), pod('x')], [node('b')]), 'b'],
    [
      'where fewer of its controller are, though it is fuller',
      owned('p'),
      cluster([node('a'), owned('w')], [node('b'), pod('x'), pod('y')]),
      'b',
    ],
    [
      'where its request fits',
      pod('p', asking('1500m')),
      cluster([node('a'), pod('x', asking('1'))], [node('b'), pod('y'), pod('z')]),
      'b',
    ],
    [
      'where its selector says',
      pod('p', { nodeSelector: { disk: 'fast' } }),
      cluster([node('a')], [node('b', { labels: { disk: 'fast' } })]),
      'b',
    ],
    [
      'past a taint that it does not tolerate',
      pod('p'),
      cluster([node('a', { taints: [{ key: 'k', effect: 'NoSchedule' }] })], [node('b'), pod('x')]),
      'b',
    ],
    [
      'onto a taint that it tolerates, if its selector says so',
      pod('p', { nodeSelector: { own: 'yes' }, tolerations: [{ key: 'k', operator: 'Exists' }] }),
      cluster(
        [node('a', { taints: [{ key: 'k', effect: 'NoSchedule' }], labels: { own: 'yes' } })],
        [node('b')],
      ),
      'a',
    ],
    [
      'past a node that is cordoned',
      pod('p'),
      cluster([node('a', { unschedulable: true })], [node('b'), pod('x')]),
      'b',
    ],
    [
      'beside what it wants to be beside',
      pod('p', { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [NEAR_WEB] } } }),
      cluster([zoned('a', '1')], [zoned('b', '2'), web('w')]),
      'b',
    ],
    [
      'away from what it wants to be away from',
      pod('p', {
        affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [NEAR_WEB] } },
      }),
      cluster([zoned('a', '1'), web('w')], [zoned('b', '2'), pod('x')]),
      'b',
    ],
    [
      'away from what wants to be away from it',
      web('p'),
      cluster(
        [
          zoned('a', '1'),
          pod('x', {
            affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [NEAR_WEB] } },
          }),
        ],
        [zoned('b', '2'), pod('y'), pod('z')],
      ),
      'b',
    ],
    [
      'first of its group anywhere',
      {
        ...web('p'),
        spec: {
          containers: [CONTAINER],
          affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [NEAR_WEB] } },
        },
      },
      cluster([zoned('a', '1')]),
      'a',
    ],
    [
      'where the spread is kept even',
      {
        ...web('p'),
        spec: {
          containers: [CONTAINER],
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: 'zone',
              whenUnsatisfiable: 'DoNotSchedule',
              labelSelector: { matchLabels: { app: 'web' } },
            },
          ],
        },
      },
      cluster([zoned('a', '1'), web('w')], [zoned('b', '2'), pod('x'), pod('y')]),
      'b',
    ],
  ];
  for (const [what, subject, snapshot, expected] of table) {
    it(what, () => assert.deepEqual(decideNode(subject, snapshot), { node: expected }));
  }
});

describe('a pod that fits nowhere is told why', () => {
  const table: [string, Pod, ClusterSnapshot, string][] = [
    ['no nodes', pod('p'), cluster(), 'no nodes available to schedule pods'],
    [
      'cpu',
      pod('p', asking('3')),
      cluster([node('a')], [node('b')]),
      '0/2 nodes are available: 2 Insufficient cpu.',
    ],
    [
      'room',
      pod('p'),
      cluster([node('a'), pod('x'), pod('y'), pod('z')]),
      '0/1 nodes are available: 1 Too many pods.',
    ],
    [
      'each its own reason',
      pod('p', { nodeSelector: { disk: 'fast' } }),
      cluster([node('a')], [node('b', { taints: [{ key: 'k', effect: 'NoExecute' }] })]),
      "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 node(s) had untolerated taint(s).",
    ],
    [
      'a port that is taken',
      pod('p', { containers: [{ ...CONTAINER, ports: [{ containerPort: 80, hostPort: 80 }] }] }),
      cluster([
        node('a'),
        pod('x', { containers: [{ ...CONTAINER, ports: [{ containerPort: 8080, hostPort: 80 }] }] }),
      ]),
      "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports.",
    ],
  ];
  for (const [what, subject, snapshot, problem] of table) {
    it(what, () => assert.deepEqual(decideNode(subject, snapshot), { problem }));
  }
});
