import type { Status } from '@banyan/api';
import type { Operation } from '../registry/operation.ts';
import type { ResourceStrategy, ServedResource, SubresourceRequest } from '../registry/served-resource.ts';

/** An operation on an object that a request below another one brings about. */
export function handlerOperation(
  { context, namespace }: SubresourceRequest,
  resource: ServedResource,
  changes: {
    strategy?: ResourceStrategy;
    subresource?: string;
    fieldManager?: string;
    dryRun?: boolean;
  } = {},
): Operation {
  const { subresource, ...rest } = changes;
  return { ...context, resource, strategy: resource.strategy, namespace, subresource, ...rest };
}

/** What is answered where there is nothing to show. */
export const SUCCESS: Status = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  code: 201,
};
