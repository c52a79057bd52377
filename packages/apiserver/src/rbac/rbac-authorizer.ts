import type { KubeObject } from '@banyan/api';
import { aggregateMessage } from '../authentication/message-lists.ts';
import { quoted } from '../kinds/fields/go-text.ts';
import type { UserInfo } from '../serving/user-info.ts';
import type { AccessRequest } from './access-request.ts';
import { ALLOWED, SUPERUSER_GROUP, type Authorizer, type Decision } from './authorizer.ts';
import type { CompiledRule } from './compiled-rule.ts';
import { BindingIndex, subjectFor, type BoundRole } from './binding-index.ts';
import { RBAC_GROUP, roleRefOf, type PolicyRule, type RoleRef, type Subject } from './policy-rule.ts';
import { RoleIndex, type RoleEntry } from './role-index.ts';
import { follow, type RbacTables } from './watched-table.ts';

/** The rules that hold for somebody somewhere, and the roles that are bound to him but do not exist. */
export interface UserRules {
  readonly rules: readonly PolicyRule[];
  readonly missing: readonly RoleEntry[];
}

/** Decides by the roles and bindings in the store, which it follows: a write counts from the moment it is visible. */
export class RbacAuthorizer implements Authorizer {
  readonly #roles = new RoleIndex();
  readonly #bindings = new BindingIndex(this.#roles);
  readonly #stops: (() => void)[];

  constructor({ roles, clusterRoles, roleBindings, clusterRoleBindings }: RbacTables) {
    const ofRoles = [roles, clusterRoles].map((table) =>
      follow(
        table,
        (role) => this.#roles.put(role),
        (role) => this.#roles.remove(role),
      ),
    );
    const ofBindings = [roleBindings, clusterRoleBindings].map((table) =>
      follow(
        table,
        (binding) => this.#bindings.put(binding),
        (binding) => this.#bindings.remove(binding),
      ),
    );
    this.#stops = [...ofRoles, ...ofBindings];
  }

  authorize(user: UserInfo, access: AccessRequest): Decision {
    if (user.groups.includes(SUPERUSER_GROUP)) return ALLOWED;
    const namespace = access.type === 'resource' ? access.namespace : '';
    const missing: RoleEntry[] = [];
    const bound = this.#bindings.find(user, namespace, ({ role }) => {
      if (role.rules === undefined) missing.push(role);
      return role.rules !== undefined && allows(role.rules, access);
    });
    return bound === undefined ? new NotAllowed(missing) : new AllowedByBinding(bound, user);
  }

  /** Everything that holds for a user in a namespace (empty: outside of any). */
  rulesFor(user: UserInfo, namespace: string): UserRules {
    const found = new Set<BoundRole>();
    this.#bindings.find(user, namespace, (bound) => {
      found.add(bound);
      return false;
    });
    const roles = [...found].map(({ role }) => role);
    return {
      rules: roles.flatMap(({ rules }) => rules ?? []).map(({ rule }) => rule),
      missing: roles.filter(({ rules }) => rules === undefined),
    };
  }

  /** The rules of the role that a binding in a namespace (empty: in none) names; undefined if there is no such role. */
  referencedRules(reference: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    return this.#roles.get(reference, namespace)?.rules?.map(({ rule }) => rule);
  }

  /** Stops following the store. */
  close(): void {
    for (const stop of this.#stops) stop();
  }
}

function allows(rules: readonly CompiledRule[], access: AccessRequest): boolean {
  for (const rule of rules) if (rule.allows(access)) return true;
  return false;
}

class AllowedByBinding implements Decision {
  readonly allowed = true;
  readonly #bound: BoundRole;
  readonly #user: UserInfo;

  constructor(bound: BoundRole, user: UserInfo) {
    this.#bound = bound;
    this.#user = user;
  }

  get reason(): string {
    const { binding } = this.#bound;
    const { kind, name } = roleRefOf(binding);
    const subject = subjectFor(this.#user, binding);
    const whom = subject === undefined ? '' : ` to ${describeSubject(subject, binding)}`;
    return `RBAC: allowed by ${describeBinding(binding)} of ${kind} ${quoted(name)}${whom}`;
  }
}

class NotAllowed implements Decision {
  readonly allowed = false;
  readonly #missing: readonly RoleEntry[];

  constructor(missing: readonly RoleEntry[]) {
    this.#missing = missing;
  }

  get reason(): string {
    return this.#missing.length === 0 ? '' : `RBAC: ${describeMissing(this.#missing)}`;
  }
}

/** That bindings name roles which are not there. */
export function describeMissing(roles: readonly RoleEntry[]): string {
  return aggregateMessage(
    roles.map(({ kind, name }) =>
      kind === 'Role' || kind === 'ClusterRole'
        ? `${kind.toLowerCase()}.${RBAC_GROUP} ${quoted(name)} not found`
        : unsupportedRoleKind(kind),
    ),
  );
}

export function unsupportedRoleKind(kind: string): string {
  return `unsupported role reference kind: ${quoted(kind)}`;
}

function describeBinding({ kind, metadata: { name = '', namespace } }: Readonly<KubeObject>): string {
  return `${kind} ${quoted(namespace === undefined ? name : `${name}/${namespace}`)}`;
}

function describeSubject(subject: Subject, binding: Readonly<KubeObject>): string {
  const { kind, name } = subject;
  if (kind !== 'ServiceAccount') return `${kind} ${quoted(name)}`;
  return `${kind} ${quoted(`${name}/${subject.namespace || (binding.metadata.namespace ?? '')}`)}`;
}
