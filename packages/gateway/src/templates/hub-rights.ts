import {
  accessForbidden,
  accessOf,
  ApiError,
  type RequestScope,
  type ResourceAccess,
  type Security,
} from '@banyan/apiserver';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { fromParent } from './parent-failure.ts';

export interface HubRightsOptions {
  readonly parent: KubeClient;
  readonly security: Pick<Security, 'authorizer'>;
}

type ResourceInfo = Extract<RequestScope['info'], { type: 'resource' }>;

/**
 * What someone may do in the hub himself, of its own kinds: requests for them are passed on by the hub's account, so
 * everything that the hub's API server would ask RBAC of him is asked here.
 */
export class HubRights {
  readonly #options: HubRightsOptions;

  constructor(options: HubRightsOptions) {
    this.#options = options;
  }

  /** Throws 403, as the hub's API server would, unless the caller may ask for this. */
  async require(scope: RequestScope, info: ResourceInfo): Promise<void> {
    if (info.verb === '') throw noSuchMethod();
    const access = accessOf(info, scope.query);
    if (access.type !== 'resource') throw noSuchMethod();
    await this.requireAccess(scope, access);
    if (!isApply(scope) || info.subresource !== undefined) return;
    // An apply of what is not there creates it, and takes that right, too.
    const create = { ...access, verb: 'create' };
    if (!(await this.#may(scope, create)) && !(await this.#isThere(info)))
      throw accessForbidden(scope.user, create);
  }

  async requireAccess(scope: RequestScope, access: ResourceAccess): Promise<void> {
    if (!(await this.#may(scope, access))) throw accessForbidden(scope.user, access);
  }

  async #may({ user }: RequestScope, access: ResourceAccess): Promise<boolean> {
    return (await this.#options.security.authorizer.authorize(user, access)).allowed;
  }

  async #isThere({ group, version, resource, namespace, name = '' }: ResourceInfo): Promise<boolean> {
    const key = { name, ...(namespace !== undefined && { namespace }) };
    try {
      await this.#options.parent.get({ group, version, resource }, key, { metadataOnly: true });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      return fromParent(Promise.reject(error));
    }
  }
}

/** Server-side apply. */
export function isApply({ method, request }: RequestScope): boolean {
  return (
    method === 'PATCH' && request.headers['content-type']?.startsWith('application/apply-patch') === true
  );
}

function noSuchMethod(): ApiError {
  const message = 'the server does not allow this method on the requested resource';
  return new ApiError({ code: 405, reason: 'MethodNotAllowed', message, details: {} });
}
