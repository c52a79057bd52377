import type { GroupVersionResource } from '@banyan/api';

export const NAMESPACES: GroupVersionResource = { group: '', version: 'v1', resource: 'namespaces' };
export const SECRETS: GroupVersionResource = { group: '', version: 'v1', resource: 'secrets' };
export const CONFIG_MAPS: GroupVersionResource = { group: '', version: 'v1', resource: 'configmaps' };
export const SERVICE_ACCOUNTS: GroupVersionResource = {
  group: '',
  version: 'v1',
  resource: 'serviceaccounts',
};

const RBAC = { group: 'rbac.authorization.k8s.io', version: 'v1' };
export const CLUSTER_ROLES: GroupVersionResource = { ...RBAC, resource: 'clusterroles' };
export const CLUSTER_ROLE_BINDINGS: GroupVersionResource = { ...RBAC, resource: 'clusterrolebindings' };
export const ROLES: GroupVersionResource = { ...RBAC, resource: 'roles' };
export const ROLE_BINDINGS: GroupVersionResource = { ...RBAC, resource: 'rolebindings' };

export const CUSTOM_RESOURCE_DEFINITIONS: GroupVersionResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
};

/** Of everything that the hub writes by server-side apply. */
export const FIELD_MANAGER = 'banyan';
