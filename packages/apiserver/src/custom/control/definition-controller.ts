import type { KubeObject } from '@banyan/api';
import { qualified } from '../../errors/api-error.ts';
import type { ServerWrites } from '../../registry/server-writes.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import type { StoreEvent } from '../../storage/stored-object.ts';
import { approvalCondition } from '../definitions/api-approval.ts';
import { findCondition, isTrue, saysTheSame, setCondition } from '../definitions/definition-conditions.ts';
import { CLEANUP_FINALIZER, type Definition, type DefinitionCondition } from '../definitions/definition.ts';
import { decideNames } from './accepted-names.ts';
import { KeyQueue } from './key-queue.ts';
import { DEFINITIONS_TABLE, type ServedDefinitions } from './served-definitions.ts';

export interface DefinitionControllerOptions {
  readonly store: ObjectStore;
  readonly served: ServedDefinitions;
  readonly writes: ServerWrites;
  readonly now: () => Date;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Brings definitions from written to served to gone: gives them their names, establishes them, and empties those that
 * are being deleted. One at a time: names are given to who comes first.
 */
export class DefinitionController {
  readonly #options: DefinitionControllerOptions;
  readonly #queue: KeyQueue;
  readonly #emptying = new Map<string, () => void>();
  #stopListening = () => {};

  constructor(options: DefinitionControllerOptions) {
    this.#options = options;
    this.#queue = new KeyQueue((name) => this.#reconcile(name), options.onDefect);
  }

  /** All definitions that were established before are served when this returns. */
  start(): void {
    const table = this.#options.store.table(DEFINITIONS_TABLE);
    this.#stopListening = table.listen((event) => this.#onEvent(event));
    for (const { object } of table.scan()) this.#seen(object as Readonly<Definition>);
  }

  async stop(): Promise<void> {
    this.#stopListening();
    for (const stopListening of this.#emptying.values()) stopListening();
    await this.#queue.stop();
  }

  #onEvent({ type, current }: StoreEvent): void {
    const definition = current.object as Readonly<Definition>;
    if (type !== 'DELETED') return this.#seen(definition);
    this.#options.served.remove(current.key);
    this.#emptying.get(current.key)?.();
    this.#emptying.delete(current.key);
    // Its names are free.
    for (const other of this.#othersOf(definition)) this.#queue.add(other.metadata.name ?? '');
  }

  #seen(definition: Readonly<Definition>): void {
    try {
      this.#options.served.update(definition);
    } catch (error) {
      this.#options.onDefect(error);
    }
    this.#queue.add(definition.metadata.name ?? '');
  }

  async #reconcile(name: string): Promise<void> {
    const definition = this.#find(name);
    if (definition === undefined) return;
    if (definition.metadata.deletionTimestamp === undefined) await this.#establish(definition);
    else if (definition.metadata.finalizers?.includes(CLEANUP_FINALIZER) === true)
      await this.#empty(definition);
  }

  #find(name: string): Readonly<Definition> | undefined {
    return this.#options.store.table(DEFINITIONS_TABLE).get(name)?.object as Readonly<Definition> | undefined;
  }

  *#othersOf({ metadata, spec }: Readonly<Definition>): Generator<Readonly<Definition>> {
    for (const { object } of this.#options.store.table(DEFINITIONS_TABLE).scan()) {
      const other = object as Readonly<Definition>;
      if (other.spec.group === spec.group && other.metadata.name !== metadata.name) yield other;
    }
  }

  /** Names first; it is served as soon as it has them, and says so then. */
  async #establish(definition: Readonly<Definition>): Promise<void> {
    const decision = decideNames(definition, this.#othersOf(definition));
    const approval = approvalCondition(definition);
    const isApprovalNew =
      approval !== undefined && !saysTheSame(approval, findCondition(definition, approval.type));
    if (decision !== undefined || isApprovalNew) {
      await this.#write(definition, (draft) => {
        if (decision !== undefined) draft.status.acceptedNames = decision.acceptedNames;
        for (const condition of [...(decision?.conditions ?? []), ...(approval ? [approval] : [])])
          setCondition(draft, condition, this.#options.now());
      });
      // A name may have become free.
      if (decision !== undefined)
        for (const other of this.#othersOf(definition)) this.#queue.add(other.metadata.name ?? '');
      return;
    }
    if (!isTrue(definition, 'NamesAccepted') || isTrue(definition, 'Established')) return;
    await this.#setCondition(definition, {
      type: 'Established',
      status: 'True',
      reason: 'InitialNamesAccepted',
      message: 'the initial names have been accepted',
    });
  }

  /** Deletes the objects of a definition; when there are none, it may go. */
  async #empty(definition: Readonly<Definition>): Promise<void> {
    const { served, store, writes } = this.#options;
    const name = definition.metadata.name ?? '';
    if (!isTrue(definition, 'Established') || served.isBuiltIn(definition)) {
      const [reason, message] = served.isBuiltIn(definition)
        ? ['OverlappingBuiltInResource', 'instances overlap with built-in resources in storage']
        : ['NeverEstablished', 'resource was never established'];
      return this.#letGo(definition, { type: 'Terminating', status: 'False', reason, message });
    }
    const [reason, message] = ['InstanceDeletionInProgress', 'CustomResource deletion is in progress'];
    await this.#setCondition(definition, { type: 'Terminating', status: 'True', reason, message });
    const { group, names } = definition.spec;
    const table = store.table(qualified({ group, resource: names.plural }));
    const resource = served.storedAs(name);
    this.#lookAgainWithEvery(name, table);
    if (resource !== undefined) {
      const instances = [...table.scan()].map(({ object }) => object);
      const left = instances.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
      await Promise.all(left.map(({ metadata }) => writes.removeFrom(resource, keyOf(metadata))));
    }
    if (table.size > 0) return;
    const removed = { reason: 'InstanceDeletionCompleted', message: 'removed all instances' };
    await this.#letGo(definition, { type: 'Terminating', status: 'False', ...removed });
  }

  #lookAgainWithEvery(name: string, table: ReturnType<ObjectStore['table']>): void {
    if (this.#emptying.has(name)) return;
    this.#emptying.set(
      name,
      table.listen(() => this.#queue.add(name)),
    );
  }

  #letGo(definition: Readonly<Definition>, condition: DefinitionCondition): Promise<void> {
    return this.#write(definition, (draft) => {
      setCondition(draft, condition, this.#options.now());
      const left = (draft.metadata.finalizers ?? []).filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
      if (left.length > 0) draft.metadata.finalizers = left;
      else delete draft.metadata.finalizers;
    });
  }

  #setCondition(definition: Readonly<Definition>, condition: DefinitionCondition): Promise<void> {
    return this.#write(definition, (draft) => setCondition(draft, condition, this.#options.now()));
  }

  #write({ metadata }: Readonly<Definition>, edit: (draft: Definition) => void): Promise<void> {
    const of = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      namespace: undefined,
      name: metadata.name ?? '',
      subresource: 'status',
    };
    return this.#options.writes.change(of, (draft: KubeObject) => {
      // Another of the same name is another definition: it is looked at by itself.
      if (draft.metadata.uid === metadata.uid) edit(draft as Definition);
    });
  }
}

function keyOf({ namespace, name = '' }: KubeObject['metadata']) {
  return { namespace, name };
}
