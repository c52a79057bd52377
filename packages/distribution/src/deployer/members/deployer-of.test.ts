import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCESS_LABEL } from '@banyan/api/banyan';
import type { ManagedCluster, SyncMode } from '@banyan/api/clusternet';
import { deployerOf, type DeployedBy } from './deployer-of.ts';

const ROWS: readonly (readonly [SyncMode, boolean | undefined, string | undefined, DeployedBy])[] = [
  ['Push', true, undefined, 'hub'],
  ['Push', false, undefined, 'agent'],
  ['Push', undefined, undefined, 'nobody'],
  ['Dual', true, 'agent', 'hub'],
  ['Dual', false, undefined, 'agent'],
  ['Dual', undefined, undefined, 'nobody'],
  ['Pull', true, undefined, 'agent'],
  ['Pull', false, undefined, 'agent'],
  ['Pull', undefined, undefined, 'agent'],
  ['Push', undefined, 'kubeconfig', 'hub'],
  ['Pull', false, 'kubeconfig', 'hub'],
];

for (const [syncMode, appPusher, access, expected] of ROWS) {
  test(`${syncMode}, AppPusher ${appPusher}, reached by ${access ?? 'an agent'}: ${expected} deploys`, () => {
    const cluster: ManagedCluster = {
      apiVersion: 'clusters.clusternet.io/v1beta1',
      kind: 'ManagedCluster',
      metadata: { name: 'm', ...(access !== undefined && { labels: { [ACCESS_LABEL]: access } }) },
      spec: { clusterId: 'id', syncMode },
      ...(appPusher !== undefined && { status: { appPusher } }),
    };
    assert.equal(deployerOf(cluster), expected);
  });
}

test('what is known of the way to a member goes before the label that its agent may change', () => {
  const cluster: ManagedCluster = {
    apiVersion: 'clusters.clusternet.io/v1beta1',
    kind: 'ManagedCluster',
    metadata: { name: 'm', labels: { [ACCESS_LABEL]: 'kubeconfig' } },
    spec: { clusterId: 'id', syncMode: 'Pull' },
  };
  assert.equal(deployerOf(cluster, 'agent'), 'agent');
});
