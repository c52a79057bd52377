import type { KubeObject } from '@banyan/api';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import type { UserInfo } from '../serving/user-info.ts';
import { bootstrapObjects } from './bootstrap-objects.ts';
import { RBAC_GROUP, type PolicyRule, type Subject } from './policy-rule.ts';
import { RbacAuthorizer } from './rbac-authorizer.ts';

/** For tests: a store with the default roles in it, and the authorizer that follows it. */
export class TestWorld {
  readonly store: ObjectStore;
  readonly rbac: RbacAuthorizer;

  private constructor(store: ObjectStore) {
    this.store = store;
    this.rbac = new RbacAuthorizer({
      roles: store.table('roles'),
      clusterRoles: store.table('clusterroles'),
      roleBindings: store.table('rolebindings'),
      clusterRoleBindings: store.table('clusterrolebindings'),
    });
  }

  static async open(objects: readonly KubeObject[] = bootstrapObjects()): Promise<TestWorld> {
    const world = new TestWorld(await ObjectStore.open(memoryPersistence()));
    await world.put(...objects);
    return world;
  }

  async put(...objects: readonly KubeObject[]): Promise<void> {
    await Promise.all(
      objects.map((object) =>
        this.store.write(tableOf(object), keyOf(object), () => ({ type: 'put', object })),
      ),
    );
  }

  async remove(object: KubeObject): Promise<void> {
    await this.store.write(tableOf(object), keyOf(object), () => ({ type: 'delete' }));
  }

  /** A role `granted` and its binding, in a namespace, or everywhere if that is empty. */
  async grant(subject: Subject, rules: readonly PolicyRule[], namespace = ''): Promise<void> {
    await this.put(role('granted', rules, namespace), binding('granted', subject, { namespace }));
  }
}

export function role(name: string, rules: readonly PolicyRule[], namespace = ''): KubeObject {
  return object(namespace === '' ? 'ClusterRole' : 'Role', name, namespace, { rules });
}

/** Binds the role of the same name, of the binding's own scope unless said otherwise. */
export function binding(
  name: string,
  subject: Subject | readonly Subject[],
  place: { namespace?: string; roleKind?: string; role?: string } = {},
): KubeObject {
  const { namespace = '', roleKind = namespace === '' ? 'ClusterRole' : 'Role', role = name } = place;
  const roleRef = { apiGroup: RBAC_GROUP, kind: roleKind, name: role };
  const kind = namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding';
  return object(kind, name, namespace, { roleRef, subjects: [subject].flat() });
}

export function person(name: string, ...groups: string[]): UserInfo {
  return { name, groups: [...groups, 'system:authenticated'], extra: {} };
}

function object(kind: string, name: string, namespace: string, rest: object): KubeObject {
  const metadata = { name, ...(namespace !== '' && { namespace }) };
  return { apiVersion: `${RBAC_GROUP}/v1`, kind, metadata, ...rest };
}

function tableOf({ kind }: KubeObject): string {
  return `${kind.toLowerCase()}s`;
}

function keyOf({ metadata: { namespace, name = '' } }: KubeObject): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
