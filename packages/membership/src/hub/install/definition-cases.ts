import { CLUSTERS_API_VERSION } from '@banyan/api/clusternet';
import type { KubeObject } from '@banyan/api';

export const ID = '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0';

export function request(spec: object, name = `clusternet-${ID}`): KubeObject {
  return { apiVersion: CLUSTERS_API_VERSION, kind: 'ClusterRegistrationRequest', metadata: { name }, spec };
}

export function member(spec: object, name = 'one'): KubeObject {
  return {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ManagedCluster',
    metadata: { name, namespace: 'default' },
    spec,
  };
}

/** What a server with our definitions has to refuse, and in which words. */
export const REFUSED: readonly (readonly [string, KubeObject, RegExp])[] = [
  ['a request without an id', request({}), /spec\.clusterId: Required value/],
  [
    'a request whose id is no UUID',
    request({ clusterId: `${ID}-and-more` }),
    /spec\.clusterId.*should match/,
  ],
  [
    'a name of 61 characters',
    request({ clusterId: ID, clusterName: 'a'.repeat(61) }),
    /may not be more than 60|Too long/,
  ],
  ['a name in capitals', request({ clusterId: ID, clusterName: 'One' }), /spec\.clusterName.*should match/],
  [
    'a name that ends in a hyphen',
    request({ clusterId: ID, clusterName: 'one-' }),
    /spec\.clusterName.*should match/,
  ],
  [
    'a namespace of 64',
    request({ clusterId: ID, clusterNamespace: 'a'.repeat(64) }),
    /may not be more than 63|Too long/,
  ],
  [
    'a sync mode of its own',
    request({ clusterId: ID, syncMode: 'Sometimes' }),
    /Unsupported value: "Sometimes"/,
  ],
  ['a member without a sync mode', member({ clusterId: ID }), /spec\.syncMode: Required value/],
  ['a member without an id', member({ syncMode: 'Pull' }), /spec\.clusterId: Required value/],
  [
    'a taint without an effect',
    member({ clusterId: ID, syncMode: 'Pull', taints: [{ key: 'x' }] }),
    /spec\.taints\[0\]\.effect: Required value/,
  ],
];
