import type { KubeObject } from '@banyan/api';
import { role, type PolicyRule } from './rbac-objects.ts';

const CLUSTERS = 'clusters.clusternet.io';
const PROXIES = 'proxies.clusternet.io';
const READ = ['get', 'list', 'watch'];

/** See the members and go to them; what one may do there is theirs to say. */
const USER_RULES: PolicyRule[] = [
  { apiGroups: [CLUSTERS], resources: ['managedclusters'], verbs: READ },
  {
    apiGroups: [PROXIES],
    resources: ['sockets/proxy'],
    verbs: ['get', 'create', 'update', 'patch', 'delete'],
  },
];

/** Administer every member, say who becomes one and who leaves. */
const ADMINISTRATOR_RULES: PolicyRule[] = [
  ...USER_RULES,
  { apiGroups: [PROXIES], resources: ['sockets'], verbs: ['administer'] },
  { apiGroups: [CLUSTERS], resources: ['managedclusters'], verbs: ['update', 'patch', 'delete'] },
  {
    apiGroups: [CLUSTERS],
    resources: ['clusterregistrationrequests'],
    verbs: [...READ, 'update', 'patch', 'delete'],
  },
];

/** Roles for an administrator of the hub to bind to people; nobody has them by default. */
export function peopleRoles(): KubeObject[] {
  return [
    role({ name: 'banyan:member-user', rules: USER_RULES }),
    role({ name: 'banyan:member-administrator', rules: ADMINISTRATOR_RULES }),
  ];
}
