import { GATEWAY_SECRET } from '@banyan/api/banyan';
import { DEPLOYER_SECRET } from '@banyan/api/clusternet';
import type { PolicyRule } from '../../manifests/rbac-objects.ts';
import { requestName } from '../member-names.ts';

const READ = ['get', 'list', 'watch'];
const CHANGE = ['update', 'patch'];

/** Everywhere in the hub: its own request and its own tunnel. An old agent creates its request anew at each start. */
export function agentClusterRules(clusterId: string, isOldAgent: boolean): PolicyRule[] {
  const requests = { apiGroups: ['clusters.clusternet.io'], resources: ['clusterregistrationrequests'] };
  return [
    { ...requests, resourceNames: [requestName(clusterId)], verbs: ['get'] },
    ...(isOldAgent ? [{ ...requests, verbs: ['create'] }] : []),
    {
      apiGroups: ['proxies.clusternet.io'],
      resources: ['sockets', 'sockets/attach'],
      resourceNames: [clusterId],
      verbs: ['get', 'create'],
    },
  ];
}

/** In its own namespace; of Secrets only those by which the hub comes to the member. */
export function agentNamespaceRules(): PolicyRule[] {
  return [
    { apiGroups: ['clusters.clusternet.io'], resources: ['managedclusters'], verbs: [...READ, ...CHANGE] },
    {
      apiGroups: ['clusters.clusternet.io'],
      resources: ['managedclusters/status'],
      verbs: ['get', ...CHANGE],
    },
    { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
    {
      apiGroups: [''],
      resources: ['secrets'],
      resourceNames: [DEPLOYER_SECRET, GATEWAY_SECRET],
      verbs: ['get', ...CHANGE, 'delete'],
    },
    {
      apiGroups: ['apps.clusternet.io'],
      resources: ['descriptions', 'helmreleases'],
      verbs: [...READ, ...CHANGE],
    },
    {
      apiGroups: ['apps.clusternet.io'],
      resources: ['descriptions/status', 'helmreleases/status'],
      verbs: ['get', ...CHANGE],
    },
    { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', ...CHANGE] },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: [...READ, 'create', ...CHANGE] },
    {
      apiGroups: ['discovery.k8s.io'],
      resources: ['endpointslices'],
      verbs: [...READ, 'create', ...CHANGE, 'delete'],
    },
  ];
}
