import type { KubeObject } from '@banyan/api';
import { MEMBER_ADMINS_GROUP } from '@banyan/api/banyan';
import type { ManagedCluster } from '@banyan/api/clusternet';
import { KubeClient } from '@banyan/kube';
import { binding } from '../../manifests/rbac-objects.ts';
import { CLUSTER_ROLE_BINDINGS, FIELD_MANAGER } from '../hub-resources.ts';
import type { ForgetHub } from '../leave/drain-member.ts';
import { deleteIfExists, getIfExists } from '../lenient-requests.ts';
import type { Members } from '../members.ts';
import { readMemberAccess, type Environment } from './member-connection.ts';

/** In the member: those who may administer it by the hub's word are its administrators. */
export async function bindMemberAdmins(memberClient: KubeClient, signal: AbortSignal): Promise<void> {
  const object = binding({
    name: MEMBER_ADMINS_GROUP,
    roleKind: 'ClusterRole',
    roleName: 'cluster-admin',
    subjects: [{ group: MEMBER_ADMINS_GROUP }],
  });
  await memberClient.apply(CLUSTER_ROLE_BINDINGS, object, {
    fieldManager: FIELD_MANAGER,
    force: true,
    signal,
  });
}

/** Takes that back when a member without an agent leaves. What the agent's manifests have applied, too, is theirs. */
export function unbindMemberAdmins(hubClient: KubeClient, members: Members, env: Environment): ForgetHub {
  return async (member: ManagedCluster, signal: AbortSignal) => {
    if (!members.isDirect(member)) return;
    const { connection } = await readMemberAccess(hubClient, member, env, signal);
    const memberClient = new KubeClient(connection, { userAgent: 'banyan-hub' });
    try {
      const key = { name: MEMBER_ADMINS_GROUP };
      const found = await getIfExists(memberClient, CLUSTER_ROLE_BINDINGS, key, signal);
      if (found === undefined || isOthersToo(found)) return;
      await deleteIfExists(memberClient, { resource: CLUSTER_ROLE_BINDINGS, key }, signal);
    } finally {
      await memberClient.close();
    }
  };
}

function isOthersToo({ metadata }: KubeObject): boolean {
  return (metadata.managedFields ?? []).some(({ manager }) => manager !== FIELD_MANAGER);
}
