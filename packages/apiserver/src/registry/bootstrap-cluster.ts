import { parseApiVersion, type KubeObject } from '@banyan/api';
import { bootstrapObjects } from '../rbac/bootstrap-objects.ts';
import { ApiError } from '../errors/api-error.ts';
import { createObject } from './create-object.ts';
import type { IdSource } from './operation.ts';
import type { ResourceCatalogue } from './resource-catalogue.ts';
import type { ServedResource } from './served-resource.ts';

export interface BootstrapContext {
  readonly resources: ResourceCatalogue;
  readonly ids: IdSource;
  readonly now: () => Date;
}

/** Makes what every cluster begins with, as far as it is not there: namespaces, priority classes, roles. */
export async function bootstrapCluster(context: BootstrapContext): Promise<void> {
  const byKind = Map.groupBy(bootstrapObjects(), ({ kind }) => kind);
  // One kind after the other, since roles are in namespaces; all of a kind at once, which the disk takes as one.
  for (const objects of byKind.values()) await Promise.all(objects.map((object) => ensure(context, object)));
}

async function ensure({ resources, ids, now }: BootstrapContext, draft: KubeObject): Promise<void> {
  const resource = servedAs(resources, draft);
  if (resource === undefined) return;
  const { namespace, name = '' } = draft.metadata;
  if ((await resource.storage.get({ namespace, name })) !== undefined) return;
  const operation = {
    resource,
    strategy: resource.strategy,
    subresource: undefined,
    namespace,
    fieldManager: 'kube-apiserver',
    warn: () => {},
    ids,
    now,
    dryRun: false,
    user: { name: 'system:apiserver', groups: ['system:masters'], extra: {} },
  };
  resource.strategy.applyDefaults(draft);
  await createObject(operation, draft).catch(ignoreExisting);
}

function servedAs(
  resources: ResourceCatalogue,
  { apiVersion, kind }: KubeObject,
): ServedResource | undefined {
  const { group, version } = parseApiVersion(apiVersion);
  return resources.all().find((one) => one.group === group && one.version === version && one.kind === kind);
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 409) throw error;
}
