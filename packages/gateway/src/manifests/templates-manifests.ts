import { TEMPLATES_GROUP, TEMPLATES_VERSION } from '@banyan/api/banyan';
import type { KubeObject } from '@banyan/api';
import { MANIFESTS } from '@banyan/api/clusternet';
import { SHADOW_GROUP, SHADOW_VERSION } from '../templates/template-paths.ts';
import { clusterRole, clusterRoleBinding } from './gateway-roles.ts';

const DOOR_ROLE = 'banyan:templates';

/**
 * Lets everyone whom the hub's cluster knows through the native door. What he may do behind it, his rights in the shadow
 * group say.
 */
export function templateDoorRoles(): KubeObject[] {
  return [
    clusterRole(DOOR_ROLE, [{ apiGroups: [TEMPLATES_GROUP], resources: ['templates/proxy'], verbs: ['*'] }]),
    clusterRoleBinding(DOOR_ROLE, DOOR_ROLE, [{ kind: 'Group', name: 'system:authenticated' }]),
  ];
}

/** What the gateway's account needs in the parent to keep templates. */
export function templateRoles(namespace: string, serviceAccount: string): KubeObject[] {
  const name = 'banyan:gateway:templates';
  const rbac = 'rbac.authorization.k8s.io';
  const apiServices = 'apiregistration.k8s.io';
  const own = [`${SHADOW_VERSION}.${SHADOW_GROUP}`, `${TEMPLATES_VERSION}.${TEMPLATES_GROUP}`];
  const read = ['get', 'list', 'watch'];
  return [
    clusterRole(name, [
      { apiGroups: [MANIFESTS.group], resources: [MANIFESTS.resource], verbs: ['*'] },
      { apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: read },
      { apiGroups: [apiServices], resources: ['apiservices'], verbs: read },
      {
        apiGroups: [apiServices],
        resources: ['apiservices'],
        resourceNames: own,
        verbs: ['patch', 'delete'],
      },
      // To try a template is to create it with dryRun, which roles cannot tell from creating it.
      { apiGroups: ['*'], resources: ['*'], verbs: ['create'] },
      // The hub's own kinds behind the native door, for those who may do it themselves.
      { apiGroups: ['apps.clusternet.io', 'clusters.clusternet.io'], resources: ['*'], verbs: ['*'] },
      { apiGroups: [''], resources: ['events'], verbs: read },
      { apiGroups: [rbac], resources: ['roles', 'clusterroles'], verbs: ['escalate', 'bind'] },
    ]),
    clusterRoleBinding(name, name, [{ kind: 'ServiceAccount', namespace, name: serviceAccount }]),
  ];
}
