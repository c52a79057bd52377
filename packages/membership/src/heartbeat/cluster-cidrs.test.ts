import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Pod } from '@banyan/api/objects';
import { findCidrs } from './cluster-cidrs.ts';

function pod(command: string[], args: string[] = []): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {},
    spec: { containers: [{ name: 'c', command, args }] },
  };
}

const NONE = { apiServer: [], controllerManager: [], proxy: [] };
const GIVEN = { clusterCIDR: '10.1.0.0/16', serviceCIDR: '10.2.0.0/16' };

suite("a member's ranges", () => {
  for (const [what, pods, given, expected] of [
    ['are unknown where nothing says them', NONE, {}, {}],
    ['are the given ones where no Pod says them', NONE, GIVEN, GIVEN],
    [
      'are those of the flags before the given ones',
      {
        ...NONE,
        apiServer: [pod(['kube-apiserver', '--service-cluster-ip-range=10.96.0.0/12'])],
        controllerManager: [pod(['kube-controller-manager', '--cluster-cidr=10.244.0.0/16'])],
      },
      GIVEN,
      { serviceCIDR: '10.96.0.0/12', clusterCIDR: '10.244.0.0/16' },
    ],
    [
      'are also those of the controller manager and of kube-proxy',
      {
        ...NONE,
        controllerManager: [pod([], ['--service-cluster-ip-range', '10.96.0.0/12'])],
        proxy: [pod(['/bin/sh', '-c', 'exec kube-proxy --cluster-cidr="10.244.0.0/16" --v=2'])],
      },
      {},
      { serviceCIDR: '10.96.0.0/12', clusterCIDR: '10.244.0.0/16' },
    ],
    [
      'are not taken from a flag that only begins like it, or is empty',
      {
        ...NONE,
        apiServer: [pod(['--service-cluster-ip-range-x=1'])],
        controllerManager: [pod(['--cluster-cidr='])],
      },
      {},
      {},
    ],
  ] as const) {
    test(what, () => assert.deepEqual(findCidrs(pods, given), expected));
  }
});
