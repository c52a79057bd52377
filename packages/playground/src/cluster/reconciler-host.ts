import type { KubeObject } from '@banyan/api';
import { Controller, type Clock, type Logger } from '@banyan/controller';
import type { ClusterObjects, ObjectEvent, ObjectKey } from './cluster-objects.ts';
import type { Reconciler, Trigger } from './reconciler.ts';

/** Keys at once in one cluster. They wait for the store alone. */
const CONCURRENCY = 16;

/**
 * Runs all controllers of a cluster on one queue. What stands before the `|` of a key is the reconciler's name: they
 * take turns, so none can starve another.
 */
export class ReconcilerHost {
  readonly #objects: ClusterObjects;
  readonly #controller: Controller;
  readonly #reconcilers = new Map<string, Reconciler>();

  constructor(objects: ClusterObjects, options: { clock: Clock; logger?: Logger }) {
    this.#objects = objects;
    this.#controller = new Controller({
      name: 'playground',
      caches: [],
      concurrency: CONCURRENCY,
      ...options,
      reconcile: (key) => this.#reconcile(key),
    });
  }

  /** Asks a reconciler to look at an object. */
  enqueue(reconciler: string, key: ObjectKey): void {
    this.#controller.add(`${reconciler}|${formatObjectKey(key)}`);
  }

  /** Works until the signal aborts; resolves when the last reconcile has returned. */
  async run(reconcilers: readonly Reconciler[], signal: AbortSignal): Promise<void> {
    for (const reconciler of reconcilers) this.#reconcilers.set(reconciler.name, reconciler);
    const stops = reconcilers.flatMap(({ name, triggers }) =>
      triggers.map((trigger) => this.#follow(name, trigger)),
    );
    await this.#controller.run(signal);
    for (const stop of stops) stop();
  }

  #follow(name: string, trigger: Trigger): () => void {
    const react = (event: ObjectEvent<KubeObject>) => {
      for (const key of trigger.keysOf(event)) this.enqueue(name, key);
    };
    for (const object of this.#objects.list(trigger.resource))
      react({ type: 'ADDED', object, old: undefined });
    return this.#objects.listen(trigger.resource, react);
  }

  async #reconcile(key: string): ReturnType<Reconciler['reconcile']> {
    const [name, rest = ''] = splitOnce(key, '|');
    const reconciler = this.#reconcilers.get(name);
    if (reconciler === undefined) throw new Error(`${key}: there is no such reconciler`);
    return reconciler.reconcile(parseObjectKey(rest));
  }
}

function formatObjectKey({ namespace, name }: ObjectKey): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function parseObjectKey(text: string): ObjectKey {
  const [first, rest] = splitOnce(text, '/');
  return rest === undefined ? { name: first } : { namespace: first, name: rest };
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
