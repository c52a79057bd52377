import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Container, Node, Pod, Service } from '@banyan/api/objects';
import { oldEndpoints } from './old-endpoints.ts';
import { mayBeEndpoint, podEndpoint, portsIn } from './pod-endpoint.ts';

const READY = [{ type: 'Ready', status: 'True' as const }];

function pod(
  status: Pod['status'] = {},
  metadata: Pod['metadata'] = {},
  spec: Partial<Pod['spec']> = {},
): Pod {
  const podIPs = [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'a', name: 'one', uid: 'uid', ...metadata },
    spec: { containers: [], nodeName: 'node', ...spec },
    status: { phase: 'Running', podIP: '10.0.0.1', podIPs, conditions: READY, ...status },
  };
}

function service(spec: Service['spec'] = {}): Service {
  return { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'a', name: 'web' }, spec };
}

const IPV4 = { service: service(), addressType: 'IPv4' } as const;

test('a pod is ready as long as it serves and is not leaving', () => {
  const leaving = { deletionTimestamp: '2026-01-01T00:00:00Z' };
  const table: [Pod, boolean[]][] = [
    [pod(), [true, true, false]],
    [pod({ conditions: [] }), [false, false, false]],
    [pod({}, leaving), [false, true, true]],
  ];
  for (const [each, [ready, serving, terminating]] of table)
    assert.deepEqual(podEndpoint(each, undefined, IPV4).conditions, { ready, serving, terminating });
  const published = service({ publishNotReadyAddresses: true });
  const { conditions } = podEndpoint(pod({ conditions: [] }, leaving), undefined, {
    service: published,
    addressType: 'IPv4',
  });
  assert.deepEqual(conditions, { ready: true, serving: false, terminating: true });
});

test('a pod is told of by its addresses of a kind, its node and its zone', () => {
  const metadata = { name: 'node', labels: { 'topology.kubernetes.io/zone': 'a' } };
  const node: Node = { apiVersion: 'v1', kind: 'Node', metadata };
  const six = podEndpoint(pod(), node, { service: service(), addressType: 'IPv6' });
  assert.deepEqual([six.addresses, six.nodeName, six.zone], [['fd00::1'], 'node', 'a']);
});

test('a pod that has ended or has no address is no endpoint', () => {
  assert.equal(mayBeEndpoint(pod()), true);
  assert.equal(mayBeEndpoint(pod({ phase: 'Failed' })), false);
  assert.equal(mayBeEndpoint({ ...pod(), status: { phase: 'Pending' } }), false);
});

test('named ports are looked up in the pod, by protocol, in sidecars too', () => {
  const containers: Container[] = [
    { name: 'c', ports: [{ name: 'dns', containerPort: 53, protocol: 'UDP' }] },
  ];
  const sidecar: Container = {
    name: 's',
    restartPolicy: 'Always',
    ports: [{ name: 'metrics', containerPort: 9090 }],
  };
  const initContainers = [{ name: 'i', ports: [{ name: 'setup', containerPort: 1 }] }, sidecar];
  const ports = [
    { name: 'dns', port: 53, targetPort: 'dns', protocol: 'UDP' },
    { name: 'tcp', port: 53, targetPort: 'dns', protocol: 'TCP' },
    { name: 'metrics', port: 1, targetPort: 'metrics' },
    { name: 'setup', port: 2, targetPort: 'setup' },
    { name: 'plain', port: 3, targetPort: 33, appProtocol: 'http' },
    { name: 'same', port: 4 },
  ];
  assert.deepEqual(portsIn(pod({}, {}, { containers, initContainers }), service({ ports })), [
    { name: 'dns', port: 53, protocol: 'UDP' },
    { name: 'metrics', port: 9090, protocol: 'TCP' },
    { name: 'plain', port: 33, protocol: 'TCP', appProtocol: 'http' },
    { name: 'same', port: 4, protocol: 'TCP' },
  ]);
});

test('the older form keeps those apart that are not ready, and ends at a thousand', () => {
  const ports = [{ port: 80, protocol: 'TCP' }];
  const both = [pod(), pod({ conditions: [] }, { name: 'two' })];
  const { subsets } = oldEndpoints(service({ ports }), both);
  assert.deepEqual(
    subsets.map(({ addresses, notReadyAddresses, ports: own }) => [
      addresses?.map(({ targetRef }) => targetRef?.name),
      notReadyAddresses?.map(({ targetRef }) => targetRef?.name),
      own,
    ]),
    [[['one'], ['two'], [{ port: 80, protocol: 'TCP' }]]],
  );
  const many = oldEndpoints(
    service({ ports }),
    Array.from({ length: 1001 }, () => pod()),
  );
  assert.equal(many.isTruncated, true);
  assert.equal(many.subsets[0]?.addresses?.length, 1000);
});
