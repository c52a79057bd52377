import type { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import type { IdSource } from '../registry/operation.ts';
import { ServerWrites } from '../registry/server-writes.ts';
import type { ServedResource, ServedSubresource } from '../registry/served-resource.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { DefinitionController } from './control/definition-controller.ts';
import { ServedDefinitions } from './control/served-definitions.ts';
import { DEFINITIONS } from './definitions/definition.ts';
import { definitionStatusStrategy, definitionStrategy } from './definitions/definition-rules.ts';

export interface CustomResourcesOptions {
  readonly store: ObjectStore;
  /** Has CustomResourceDefinitions; what they define comes and goes. */
  readonly resources: ResourceCatalogue;
  readonly ids: IdSource;
  readonly now: () => Date;
  /** Called for failures that are defects of the server: for its log. */
  readonly onDefect: (error: unknown) => void;
}

/** Definitions, and what they define. */
export interface CustomResources {
  /** Waits for what is under way. What is served stays so. */
  stop(): Promise<void>;
}

/** Makes definitions work. All that were established before are served when this returns. */
export function serveCustomResources(options: CustomResourcesOptions): CustomResources {
  const { store, resources, ids, now, onDefect } = options;
  const definitions = resources.find({ ...DEFINITIONS, version: 'v1' });
  if (definitions !== undefined) resources.add(withRules(definitions, now));
  const controller = new DefinitionController({
    store,
    served: new ServedDefinitions(store, resources),
    writes: new ServerWrites({ resources, ids, now }),
    now,
    onDefect,
  });
  controller.start();
  return { stop: () => controller.stop() };
}

function withRules(definitions: ServedResource, now: () => Date): ServedResource {
  const strategy = definitionStrategy(now);
  const subresources = [...definitions.subresources.values()].map((one): [string, ServedSubresource] => [
    one.name,
    { ...one, ...(one.name === 'status' && { strategy: definitionStatusStrategy() }) },
  ]);
  return { ...definitions, strategy, subresources: new Map(subresources) };
}
