import type { KubeObject } from '@banyan/api';
import { serviceAccountUser } from '../authentication/identity.ts';
import type { UserInfo } from '../serving/user-info.ts';
import { roleRefOf, subjectsOf, type Subject } from './policy-rule.ts';
import type { RoleEntry, RoleIndex } from './role-index.ts';

/** A RoleBinding or ClusterRoleBinding and the role it gives. */
export interface BoundRole {
  readonly binding: Readonly<KubeObject>;
  readonly role: RoleEntry;
}

type BySubject = Map<string, readonly BoundRole[]>;

interface Scope {
  readonly byUser: BySubject;
  readonly byGroup: BySubject;
}

/** Bindings by whom they bind, so that what concerns one user is found without looking at anybody else's. */
export class BindingIndex {
  readonly #roles: RoleIndex;
  /** By namespace; under the empty name those that hold everywhere. */
  readonly #scopes = new Map<string, Scope>();
  readonly #known = new Map<string, Readonly<KubeObject>>();

  constructor(roles: RoleIndex) {
    this.#roles = roles;
  }

  put(binding: Readonly<KubeObject>): void {
    const { namespace = '' } = binding.metadata;
    const key = keyOf(binding);
    this.remove(binding);
    this.#known.set(key, binding);
    const bound = { binding, role: this.#roles.hold(roleRefOf(binding), namespace) };
    for (const [map, name] of places(this.#scope(namespace), binding))
      map.set(name, [...without(map.get(name), key), bound]);
  }

  remove(binding: Readonly<KubeObject>): void {
    const key = keyOf(binding);
    const old = this.#known.get(key);
    if (old === undefined) return;
    this.#known.delete(key);
    const { namespace = '' } = old.metadata;
    const scope = this.#scope(namespace);
    for (const [map, name] of places(scope, old)) {
      const left = without(map.get(name), key);
      if (left.length > 0) map.set(name, left);
      else map.delete(name);
    }
    this.#roles.release(roleRefOf(old), namespace);
    if (scope.byUser.size + scope.byGroup.size === 0) this.#scopes.delete(namespace);
  }

  /**
   * The first binding that `isIt` is true for, of those that bind a user everywhere, then of those that bind him in a
   * namespace. It may be asked about a binding twice.
   */
  find(user: UserInfo, namespace: string, isIt: (bound: BoundRole) => boolean): BoundRole | undefined {
    const found = findIn(this.#scopes.get(''), user, isIt);
    return found !== undefined || namespace === '' ? found : findIn(this.#scopes.get(namespace), user, isIt);
  }

  #scope(namespace: string): Scope {
    let scope = this.#scopes.get(namespace);
    if (scope === undefined) {
      scope = { byUser: new Map(), byGroup: new Map() };
      this.#scopes.set(namespace, scope);
    }
    return scope;
  }
}

function* places(scope: Scope, binding: Readonly<KubeObject>): Generator<[BySubject, string]> {
  const { namespace = '' } = binding.metadata;
  for (const subject of subjectsOf(binding)) {
    if (subject.kind === 'Group') yield [scope.byGroup, subject.name];
    const user = boundUser(subject, namespace);
    if (user !== undefined) yield [scope.byUser, user];
  }
}

function without(bindings: readonly BoundRole[] = [], key: string): readonly BoundRole[] {
  return bindings.filter(({ binding }) => keyOf(binding) !== key);
}

/** The first of a binding's subjects that a user is. */
export function subjectFor(user: UserInfo, binding: Readonly<KubeObject>): Subject | undefined {
  const { namespace = '' } = binding.metadata;
  return subjectsOf(binding).find((subject) =>
    subject.kind === 'Group'
      ? user.groups.includes(subject.name)
      : boundUser(subject, namespace) === user.name,
  );
}

/** The user that a subject is; undefined for groups, and for accounts that are in no namespace. */
function boundUser({ kind, name, namespace }: Subject, bindingNamespace: string): string | undefined {
  if (kind === 'User') return name;
  const accountNamespace = namespace || bindingNamespace;
  if (kind !== 'ServiceAccount' || accountNamespace === '') return undefined;
  return serviceAccountUser(accountNamespace, name);
}

/** On every request's way: plain loops, nothing allocated. */
function findIn(
  scope: Scope | undefined,
  user: UserInfo,
  isIt: (bound: BoundRole) => boolean,
): BoundRole | undefined {
  if (scope === undefined) return undefined;
  const own = scope.byUser.get(user.name)?.find(isIt);
  if (own !== undefined || scope.byGroup.size === 0) return own;
  for (const group of user.groups) {
    const shared = scope.byGroup.get(group)?.find(isIt);
    if (shared !== undefined) return shared;
  }
  return undefined;
}

function keyOf({ metadata: { namespace = '', name = '' } }: Readonly<KubeObject>): string {
  return `${namespace}/${name}`;
}
