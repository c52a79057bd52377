import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { quotedList } from '../authentication/message-lists.ts';
import { ApiError, notFound } from '../errors/api-error.ts';
import { quoted } from '../kinds/fields/go-text.ts';
import type { UserInfo } from '../serving/user-info.ts';
import type { ResourceAccess } from './access-request.ts';
import { SUPERUSER_GROUP } from './authorizer.ts';
import { describeRights } from './describe-rules.ts';
import { forbidden } from './forbidden.ts';
import { RBAC_GROUP, roleRefOf, rulesOf, type PolicyRule, type RoleRef } from './policy-rule.ts';
import { unsupportedRoleKind, type RbacAuthorizer } from './rbac-authorizer.ts';
import { missingRights } from './rule-cover.ts';

/** A create, update or patch of something that grants rights. */
export interface GrantingWrite {
  readonly user: UserInfo;
  /** `roles`, `clusterroles`, `rolebindings` or `clusterrolebindings`. */
  readonly resource: string;
  /** The request's; undefined for a create, and for what has no namespace. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** The object as it would be kept, before it is validated. */
  readonly object: Readonly<KubeObject>;
  /** The newest version; undefined for a create. */
  readonly old: Readonly<KubeObject> | undefined;
}

const EVERYTHING: readonly PolicyRule[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
];

const ROLES = new Set(['roles', 'clusterroles']);
const BINDINGS = new Set(['rolebindings', 'clusterrolebindings']);

/**
 * Nobody gives what he has not: throws 403 if a write of a role or binding would grant more than its author may do
 * himself, unless he may `escalate` the role or `bind` it. Called inside the write, before validation; returns at
 * once for every other resource.
 */
export function guardEscalation(rbac: RbacAuthorizer, write: GrantingWrite): void {
  const { user, resource, object, old } = write;
  if (user.groups.includes(SUPERUSER_GROUP)) return;
  if (ROLES.has(resource)) {
    if (may(rbac, write, { verb: 'escalate', resource, name: write.name ?? '' })) return;
    if (old !== undefined && changesOnlyOwnership(object, old)) return;
    guardRole(rbac, write);
  } else if (BINDINGS.has(resource)) {
    if (old !== undefined && changesOnlyOwnership(object, old)) return;
    guardBinding(rbac, write);
  }
}

function guardRole(rbac: RbacAuthorizer, write: GrantingWrite): void {
  const { object, old } = write;
  requireRights(rbac, write, rulesOf(object));
  if (!isAggregated(object) && !isAggregated(old)) return;
  // What an aggregated role will say is not known yet: it may be anything.
  if (missingRights(rbac.rulesFor(write.user, write.namespace ?? '').rules, EVERYTHING).length === 0) return;
  throw refused(write, 'must have cluster-admin privileges to use the aggregationRule');
}

function guardBinding(rbac: RbacAuthorizer, write: GrantingWrite): void {
  const { resource, namespace = '' } = write;
  const reference = roleRefOf(write.object);
  const roles = rolesNamedBy(reference);
  if (roles !== undefined && may(rbac, write, { verb: 'bind', resource: roles, name: reference.name }))
    return;
  if (roles === undefined) {
    throw new ApiError({ code: 500, reason: '', message: unsupportedRoleKind(reference.kind) });
  }
  const rules = rbac.referencedRules(reference, namespace);
  // The real server names the resource of the request, not that of the role.
  if (rules === undefined) throw notFound({ group: RBAC_GROUP, resource }, reference.name);
  requireRights(rbac, write, rules);
}

function requireRights(rbac: RbacAuthorizer, write: GrantingWrite, granted: readonly PolicyRule[]): void {
  const { user, resource, namespace = '' } = write;
  const held = rbac.rulesFor(user, namespace);
  const missing = missingRights(held.rules, granted);
  if (missing.length === 0) return;
  const unresolved = held.missing.map(({ name }) => `${resource}.${RBAC_GROUP} ${quoted(name)} not found`);
  const errors = unresolved.length === 0 ? '' : `; resolution errors: [${unresolved.join(', ')}]`;
  const who = `user ${quoted(user.name)} (groups=${quotedList(user.groups)})`;
  const what = `is attempting to grant RBAC permissions not currently held:\n${describeRights(missing)}`;
  throw refused(write, `${who} ${what}${errors}`);
}

function refused({ resource, object }: GrantingWrite, why: string): ApiError {
  return forbidden({ group: RBAC_GROUP, resource }, object.metadata.name ?? '', why);
}

function may(
  rbac: RbacAuthorizer,
  { user, namespace = '' }: GrantingWrite,
  what: Pick<ResourceAccess, 'verb' | 'resource' | 'name'>,
): boolean {
  return rbac.authorize(user, { type: 'resource', group: RBAC_GROUP, subresource: '', namespace, ...what })
    .allowed;
}

function rolesNamedBy({ kind }: RoleRef): string | undefined {
  return kind === 'Role' ? 'roles' : kind === 'ClusterRole' ? 'clusterroles' : undefined;
}

function isAggregated(role: Readonly<KubeObject> | undefined): boolean {
  const rule = role?.['aggregationRule'] as { clusterRoleSelectors?: readonly unknown[] | null } | null;
  return (rule?.clusterRoleSelectors?.length ?? 0) > 0;
}

const OWNERSHIP = new Set(['ownerReferences', 'finalizers', 'managedFields']);

/** What the garbage collector must be able to do with anything. */
function changesOnlyOwnership(object: Readonly<KubeObject>, old: Readonly<KubeObject>): boolean {
  const rest = ({ metadata, ...other }: Readonly<KubeObject>) => ({
    ...other,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([field]) => !OWNERSHIP.has(field))),
  });
  return isDeepStrictEqual(rest(object), rest(old));
}
