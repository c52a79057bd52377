import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCESS_LABEL, INSECURE_ANNOTATION } from '@banyan/api/banyan';
import type { ManagedCluster } from '@banyan/api/clusternet';
import { clusterColumns, clusterRow } from './cluster-table.ts';
import { managedCluster, MEMBER_ID } from './member-fixture.ts';

const NOW = new Date('2026-01-01T00:05:30Z');
const condition = { type: 'Ready', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' };
const { metadata } = managedCluster();

function cell(member: ManagedCluster, column: string): string | undefined {
  return clusterRow(member, NOW, true)[clusterColumns(true).indexOf(column)];
}

test('a member that was just approved has a line, though nothing is known of it', () => {
  assert.deepEqual(clusterRow(managedCluster(), NOW, false), [
    'berlin',
    MEMBER_ID,
    'Dual',
    '',
    'Unknown',
    '',
    '5m30s',
  ]);
  assert.equal(clusterRow(managedCluster(), NOW, true).length, clusterColumns(true).length);
  assert.equal(cell(managedCluster(), 'SEEN'), 'never');
});

const status = {
  k8sVersion: 'v1.36.3',
  nodeStatistics: { readyNodes: 2, notReadyNodes: 1, lostNodes: 1 },
  allocatable: { cpu: '8', memory: '16Gi' },
  lastObservedTime: '2026-01-01T00:05:00Z',
};
const cells: readonly [column: string, expected: string, member: Partial<ManagedCluster>][] = [
  ['VERSION', 'v1.36.3', { status }],
  ['NODES', '2/4', { status }],
  ['CPU', '8', { status }],
  ['SEEN', '30s', { status }],
  ['READY', 'True', { status: { conditions: [{ ...condition, status: 'True', reason: 'Fine' }] } }],
  [
    'READY',
    'Unknown (ClusterStatusUnknown)',
    { status: { conditions: [{ ...condition, status: 'Unknown', reason: 'ClusterStatusUnknown' }] } },
  ],
  ['READY', 'Leaving', { metadata: { ...metadata, deletionTimestamp: '2026-01-01T00:05:00Z' } }],
  ['ACCESS', 'agent', {}],
  [
    'ACCESS',
    'kubeconfig, not verified',
    {
      metadata: {
        ...metadata,
        labels: { [ACCESS_LABEL]: 'kubeconfig' },
        annotations: { [INSECURE_ANNOTATION]: 'true' },
      },
    },
  ],
];
for (const [column, expected, changes] of cells)
  test(`${column} says "${expected}"`, () => {
    assert.equal(cell(managedCluster(changes), column), expected);
  });
