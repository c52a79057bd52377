import type { TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { builtInResources, storeEnvironment } from '../registry/built-in-resources.ts';
import { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import { ServerWrites } from '../registry/server-writes.ts';
import type { ServedResource } from '../registry/served-resource.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { DEFINITIONS_TABLE } from './control/served-definitions.ts';
import type { Definition, DefinitionSpec, DefinitionVersion } from './definitions/definition.ts';
import { serveCustomResources } from './serve-custom-resources.ts';

const KIND = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };

/** A version for tests; anything goes in its spec. */
export function testVersion(changes: Partial<DefinitionVersion> = {}): DefinitionVersion {
  const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const openAPIV3Schema = { type: 'object', properties: { spec: anything } };
  return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema }, ...changes };
}

/** A definition for tests as a client would write it: `things.example.test`, or another plural. */
export function testDefinition(changes: Partial<DefinitionSpec> = {}): KubeObject {
  const { names = { plural: 'things', kind: 'Thing' }, group = 'example.test' } = changes;
  const spec = { group, scope: 'Namespaced', versions: [testVersion()], ...changes, names };
  return { ...KIND, metadata: { name: `${names.plural}.${group}` }, spec };
}

/** For tests: a store, what it serves, and custom resources at work on it. */
export class TestDefinitions {
  readonly store: ObjectStore;
  readonly resources = new ResourceCatalogue();
  readonly writes: ServerWrites;
  readonly defects: unknown[] = [];
  readonly stop: () => Promise<void>;

  private constructor(store: ObjectStore) {
    this.store = store;
    for (const one of builtInResources(
      store,
      storeEnvironment(store, () => 'abcde'),
    ))
      this.resources.add(one);
    let uids = 0;
    const ids = { uid: () => `uid-${(uids += 1)}`, nameSuffix: () => 'abcde' };
    const now = () => new Date();
    const { resources } = this;
    this.writes = new ServerWrites({ resources, ids, now });
    const onDefect = (error: unknown) => void this.defects.push(error);
    const custom = serveCustomResources({ store, resources, ids, now, onDefect });
    this.stop = () => custom.stop();
  }

  /** `store`: that of an earlier run. */
  static async open(t: TestContext, store?: ObjectStore): Promise<TestDefinitions> {
    const opened = store ?? (await ObjectStore.open(memoryPersistence()));
    const definitions = new TestDefinitions(opened);
    t.after(() => definitions.stop());
    return definitions;
  }

  /** Creates a definition and waits until it is established. */
  async define(definition: KubeObject): Promise<void> {
    const name = definition.metadata.name ?? '';
    const { promise: established, resolve } = Promise.withResolvers<void>();
    const stopListening = this.store.table(DEFINITIONS_TABLE).listen(() => {
      if (this.condition(name, 'Established')?.status === 'True') resolve();
    });
    await this.writes.ensure(definition);
    await established;
    stopListening();
  }

  async change(name: string, edit: (draft: Definition) => void): Promise<void> {
    await this.writes.change({ ...KIND, namespace: undefined, name }, (draft) => edit(draft as Definition));
  }

  async remove(name: string): Promise<void> {
    await this.writes.remove({ ...KIND, namespace: undefined, name });
  }

  find(name: string): Definition | undefined {
    return this.store.table(DEFINITIONS_TABLE).get(name)?.object as Definition | undefined;
  }

  condition(name: string, type: string) {
    return this.find(name)?.status.conditions?.find((one) => one.type === type);
  }

  served(version = 'v1', resource = 'things'): ServedResource | undefined {
    return this.resources.find({ group: 'example.test', version, resource });
  }
}

/** A thing of example.test/v1. */
export function thing(name: string, rest: Record<string, unknown> = {}): KubeObject {
  return {
    apiVersion: 'example.test/v1',
    kind: 'Thing',
    metadata: { name, namespace: 'default' },
    ...rest,
  };
}
