import type { Operation } from '../../registry/operation.ts';
import type { ResourceScope } from '../request-scope.ts';
import { namespaceOf } from './read-verbs.ts';

/** What the registry needs to know of a request. */
export function operationOf(
  scope: Pick<
    ResourceScope,
    'resource' | 'subresource' | 'context' | 'user' | 'warnings' | 'request' | 'info'
  >,
  options: { readonly dryRun: boolean; readonly fieldManager?: string },
): Operation {
  const { resource, subresource, context, user, warnings, request } = scope;
  return {
    resource,
    strategy: subresource?.strategy ?? resource.strategy,
    subresource: subresource?.name,
    namespace: namespaceOf(scope),
    fieldManager: options.fieldManager || managerOf(request.headers['user-agent']),
    warn: (text) => warnings.push(text),
    ids: context.ids,
    ...(context.guard && { guard: context.guard }),
    ...(context.admission.updates && { updates: context.admission.updates }),
    ...(context.policies && { policies: context.policies, options: shown(options) }),
    user,
    now: context.now,
    dryRun: options.dryRun,
  };
}

/** What a client said, as policies see it. */
function shown({
  dryRun,
  fieldManager = '',
}: {
  dryRun: boolean;
  fieldManager?: string;
}): Record<string, unknown> {
  return { ...(dryRun && { dryRun: ['All'] }), ...(fieldManager !== '' && { fieldManager }) };
}

/** Who does not name himself is named after his program. */
function managerOf(userAgent = ''): string {
  return userAgent.split('/')[0] ?? '';
}
