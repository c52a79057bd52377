import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { trimAnswer } from './trim-answer.ts';

function object(kind: string, fields: Record<string, unknown>, apiVersion = 'v1'): KubeObject {
  return { apiVersion, kind, metadata: { name: 'a' }, ...fields };
}

const ROWS: readonly {
  readonly name: string;
  readonly answer: KubeObject;
  readonly sent: KubeObject;
  readonly expected: Record<string, unknown>;
}[] = [
  {
    name: 'a Service keeps the node port that its author chose, and loses what was allocated',
    answer: object('Service', {
      spec: {
        type: 'NodePort',
        clusterIP: '10.0.0.1',
        clusterIPs: ['10.0.0.1'],
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        healthCheckNodePort: 30_000,
        ports: [
          { port: 80, protocol: 'TCP', nodePort: 30_080 },
          { port: 81, protocol: 'TCP', nodePort: 31_234 },
        ],
      },
    }),
    sent: object('Service', { spec: { ports: [{ port: 80, nodePort: 30_080 }, { port: 81 }] } }),
    expected: {
      spec: {
        type: 'NodePort',
        ports: [
          { port: 80, protocol: 'TCP', nodePort: 30_080 },
          { port: 81, protocol: 'TCP' },
        ],
      },
    },
  },
  {
    name: 'a headless Service stays headless',
    answer: object('Service', { spec: { clusterIP: 'None', clusterIPs: ['None'], ipFamilies: ['IPv6'] } }),
    sent: object('Service', { spec: { clusterIP: 'None', ipFamilies: ['IPv6'] } }),
    expected: { spec: { clusterIP: 'None', clusterIPs: ['None'], ipFamilies: ['IPv6'] } },
  },
  {
    name: 'a Job loses its generated selector and labels',
    answer: object(
      'Job',
      {
        spec: {
          selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } },
          template: { metadata: { labels: { app: 'x', 'controller-uid': 'u', 'job-name': 'a' } }, spec: {} },
        },
      },
      'batch/v1',
    ),
    sent: object('Job', {}, 'batch/v1'),
    expected: { spec: { template: { metadata: { labels: { app: 'x' } }, spec: {} } } },
  },
  {
    name: 'a Job with a selector of its own keeps it',
    answer: object(
      'Job',
      { spec: { manualSelector: true, selector: { matchLabels: { a: 'b' } }, template: {} } },
      'batch/v1',
    ),
    sent: object('Job', {}, 'batch/v1'),
    expected: { spec: { manualSelector: true, selector: { matchLabels: { a: 'b' } }, template: {} } },
  },
  {
    name: 'a Pod loses the token volume that admission added',
    answer: object('Pod', {
      spec: {
        volumes: [{ name: 'data' }, { name: 'kube-api-access-x1' }],
        containers: [
          { name: 'a', volumeMounts: [{ name: 'kube-api-access-x1', mountPath: '/v' }] },
          { name: 'b', volumeMounts: [{ name: 'data', mountPath: '/d' }] },
        ],
      },
    }),
    sent: object('Pod', { spec: { volumes: [{ name: 'data' }], containers: [] } }),
    expected: {
      spec: {
        volumes: [{ name: 'data' }],
        containers: [{ name: 'a' }, { name: 'b', volumeMounts: [{ name: 'data', mountPath: '/d' }] }],
      },
    },
  },
  {
    name: 'a Namespace loses the finalizers of its spec',
    answer: object('Namespace', { spec: { finalizers: ['kubernetes'] } }),
    sent: object('Namespace', {}),
    expected: {},
  },
  {
    name: 'defaults of other kinds stay',
    answer: object('ConfigMap', { data: { a: 'b' }, immutable: false }),
    sent: object('ConfigMap', { data: { a: 'b' } }),
    expected: { data: { a: 'b' }, immutable: false },
  },
];

for (const { name, answer, sent, expected } of ROWS) {
  test(name, () => {
    const { apiVersion: _version, kind: _kind, metadata: _metadata, ...fields } = trimAnswer(answer, sent);
    assert.deepEqual(fields, expected);
  });
}
