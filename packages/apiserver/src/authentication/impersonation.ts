import type { ApiError } from '../errors/api-error.ts';
import { accessForbidden } from '../rbac/forbidden.ts';
import type { AccessRequest, ResourceAccess } from '../rbac/access-request.ts';
import { SUPERUSER_GROUP, type Authorizer } from '../rbac/authorizer.ts';
import type { UserInfo } from '../serving/user-info.ts';
import type { HeaderValues } from './header-values.ts';
import {
  ANONYMOUS,
  AUTHENTICATED,
  NODES_GROUP,
  parseNodeUser,
  parseServiceAccountUser,
  serviceAccountGroups,
  UNAUTHENTICATED,
} from './identity.ts';
import { extraProblem } from './impersonated-extra.ts';
import { wantedUser } from './impersonation-headers.ts';
import { appliesTo, IMPERSONATION_MODES, type ImpersonationMode } from './impersonation-mode.ts';

/** How many users' last way is remembered. */
const MAX_REMEMBERED = 10_000;

const AUTHENTICATION = 'authentication.k8s.io';

/** Lets those who may be somebody else be him. */
export class Impersonation {
  readonly #authorizer: Authorizer;
  /** What worked for a user is tried first, and its refusal is the one that is told. */
  readonly #lastModes = new Map<string, ImpersonationMode>();

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  /**
   * The user that a request's headers ask to be; the requestor himself if they do not. `access` is what the request
   * is about. Throws 400 or 403. The headers have then done their work: they are not to be passed on.
   */
  impersonate(headers: HeaderValues, requestor: UserInfo, access: AccessRequest): UserInfo {
    const wanted = wantedUser(headers);
    if (wanted === undefined) return requestor;
    const last = this.#lastModes.get(requestor.name);
    const modes = last === undefined ? IMPERSONATION_MODES : [last, ...IMPERSONATION_MODES];
    let firstRefusal: ApiError | undefined;
    for (const mode of new Set(modes)) {
      if (!appliesTo(mode, wanted, requestor)) continue;
      const refusal = this.#refusal({ mode, requestor, access }, wanted);
      if (refusal === undefined) {
        this.#remember(requestor.name, mode);
        return impersonated(mode, wanted);
      }
      firstRefusal ??= refusal;
    }
    throw firstRefusal ?? accessForbidden(requestor, access);
  }

  #remember(name: string, mode: ImpersonationMode): void {
    if (this.#lastModes.size >= MAX_REMEMBERED) this.#lastModes.clear();
    this.#lastModes.set(name, mode);
  }

  #refusal(attempt: Attempt, wanted: UserInfo): ApiError | undefined {
    const { mode, requestor, access } = attempt;
    if (mode !== 'legacy') {
      const onBehalf = { ...access, verb: `impersonate-on:${mode}:${access.verb}` };
      const refusal = this.#check(requestor, onBehalf);
      if (refusal !== undefined) return refusal;
    }
    for (const { access: asked, problem } of rightsNeeded(attempt, wanted)) {
      if (problem !== undefined) return accessForbidden(requestor, asked, problem);
      const refusal = this.#check(requestor, asked);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  #check(requestor: UserInfo, access: AccessRequest): ApiError | undefined {
    const decision = this.#authorizer.authorize(requestor, access);
    return decision.allowed ? undefined : accessForbidden(requestor, access, decision.reason);
  }
}

interface Attempt {
  readonly mode: ImpersonationMode;
  readonly requestor: UserInfo;
  readonly access: AccessRequest;
}

interface NeededRight {
  readonly access: ResourceAccess;
  /** Set for what nobody may ask for in this mode. */
  readonly problem?: string;
}

/** What the requestor must be allowed, in the order in which it is asked. */
function* rightsNeeded({ mode }: Attempt, wanted: UserInfo): Generator<NeededRight> {
  const verb = mode === 'legacy' ? 'impersonate' : `impersonate:${mode}`;
  const group = mode === 'legacy' ? '' : AUTHENTICATION;
  const right = (resource: string, name: string, rest: Partial<ResourceAccess> = {}): ResourceAccess => ({
    type: 'resource',
    verb,
    group: AUTHENTICATION,
    resource,
    subresource: '',
    namespace: '',
    name,
    ...rest,
  });
  yield { access: right(...userResource(mode, wanted.name), { group, ...namespaceOf(wanted.name) }) };
  if (wanted.uid) yield { access: right('uids', wanted.uid) };
  for (const problem of groupProblems(mode, wanted.groups))
    yield { access: right('groups', problem.name, { group }), problem: problem.text };
  for (const name of wanted.groups) yield { access: right('groups', name, { group }) };
  const problem = mode === 'legacy' ? undefined : extraProblem(wanted.extra);
  if (problem !== undefined) yield { access: right('userextras', ''), problem };
  for (const [key, values] of Object.entries(wanted.extra))
    for (const value of values) yield { access: right('userextras', value, { subresource: key }) };
}

function userResource(mode: ImpersonationMode, name: string): [resource: string, name: string] {
  const node = mode === 'legacy' ? undefined : parseNodeUser(name);
  // Which node it is, has been seen to already: the right is one for all.
  if (node !== undefined) return ['nodes', mode === 'associated-node' ? '*' : node];
  const account = parseServiceAccountUser(name);
  return account === undefined ? ['users', name] : ['serviceaccounts', account.name];
}

function namespaceOf(name: string): { namespace?: string } {
  const account = parseServiceAccountUser(name);
  return account === undefined ? {} : { namespace: account.namespace };
}

function groupProblems(
  mode: ImpersonationMode,
  groups: readonly string[],
): { readonly name: string; readonly text: string }[] {
  if (mode === 'legacy') return [];
  if (groups.includes('')) return [{ name: '', text: 'impersonating the empty string group is not allowed' }];
  if (!groups.includes(SUPERUSER_GROUP)) return [];
  return [{ name: SUPERUSER_GROUP, text: 'impersonating the system:masters group is not allowed' }];
}

function impersonated(mode: ImpersonationMode, wanted: UserInfo): UserInfo {
  const groups = [...knownGroups(mode, wanted)];
  const isAnonymous = wanted.name === ANONYMOUS;
  const missing = isAnonymous ? UNAUTHENTICATED : AUTHENTICATED;
  if (!groups.includes(missing) && (isAnonymous || !groups.includes(UNAUTHENTICATED))) groups.push(missing);
  return { ...wanted, groups };
}

/** Of nodes and service accounts the groups are known, if none are named. */
function knownGroups(mode: ImpersonationMode, { name, groups }: UserInfo): readonly string[] {
  if (mode !== 'legacy' && parseNodeUser(name) !== undefined) return [NODES_GROUP];
  const account = parseServiceAccountUser(name);
  return account !== undefined && groups.length === 0 ? serviceAccountGroups(account.namespace) : groups;
}
