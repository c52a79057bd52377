import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterIdOf } from './cluster-id.ts';

const lease = (annotations?: Record<string, string>) => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: 'clusternet-agent', uid: 'uid-1', ...(annotations && { annotations }) },
});

for (const [what, subject, id] of [
  ["its Lease's uid", lease(), 'uid-1'],
  ['what a person wrote on the Lease', lease({ 'legacy-cluster-id': 'id-0' }), 'id-0'],
  ['the uid where that is empty', lease({ 'legacy-cluster-id': '' }), 'uid-1'],
] as const) {
  test(`a cluster's id is ${what}`, () => assert.equal(clusterIdOf(subject), id));
}
