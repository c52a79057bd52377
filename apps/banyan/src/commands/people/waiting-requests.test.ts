import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APPROVED_ANNOTATION, DENIED_ANNOTATION } from '@banyan/api/banyan';
import { CLUSTERS_API_VERSION, type ClusterRegistrationRequest } from '@banyan/api/clusternet';
import { requestRows, waitingRequests } from './waiting-requests.ts';

function request(
  id: string,
  { result, annotations = {} }: { result?: 'Approved' | 'Denied'; annotations?: Record<string, string> } = {},
): ClusterRegistrationRequest {
  return {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ClusterRegistrationRequest',
    metadata: { name: `clusternet-${id}`, annotations, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { clusterId: id, clusterName: 'berlin', syncMode: 'Pull' },
    ...(result !== undefined && { status: { result } }),
  };
}

test('those about which someone has decided do not wait', () => {
  const requests = [
    request('a'),
    request('b', { result: 'Approved' }),
    request('c', { result: 'Denied' }),
    request('d', { annotations: { [APPROVED_ANNOTATION]: 'its uid' } }),
    request('e', { annotations: { [DENIED_ANNOTATION]: 'no' } }),
  ];
  assert.deepEqual(
    waitingRequests(requests).map(({ spec }) => spec.clusterId),
    ['a'],
  );
});

test('the list says who asks and since when', () => {
  assert.deepEqual(requestRows([request('a')], new Date('2026-01-01T00:00:09Z'))[1], [
    'berlin',
    'a',
    'Pull',
    '9s',
  ]);
});
