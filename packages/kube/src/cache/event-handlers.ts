/**
 * What a reader hears of a cache. The functions are called in the order of the events, on the event loop,
 * while the cache already holds the new state: they put a key into a queue and return. Objects are shared
 * with all other readers and must not be changed.
 */
export interface CacheHandler<T> {
  onAdd?(item: T): void;
  /** Never called for the same resourceVersion twice. */
  onUpdate?(item: T, previous: T): void;
  /** `finalStateUnknown`: it went while nobody watched; the item is the last state that was seen. */
  onDelete?(item: T, deletion: { readonly finalStateUnknown: boolean }): void;
}

/** Calls several handlers so that none can harm the stream or another handler. */
export class EventHandlers<T> {
  /** Replaced, never changed: a handler that is added during an event does not hear that event twice. */
  #registrations: readonly { readonly handler: CacheHandler<T> }[] = [];
  readonly #onHandlerError: (error: unknown) => void;

  constructor(onHandlerError: (error: unknown) => void) {
    this.#onHandlerError = onHandlerError;
  }

  /** The handler first hears of `existing` as adds. The answer takes it away again. */
  add(handler: CacheHandler<T>, existing: Iterable<T>): () => void {
    for (const item of existing) this.#call(() => handler.onAdd?.(item));
    const registration = { handler };
    this.#registrations = [...this.#registrations, registration];
    return () => {
      this.#registrations = this.#registrations.filter((other) => other !== registration);
    };
  }

  added(item: T): void {
    for (const { handler } of this.#registrations) this.#call(() => handler.onAdd?.(item));
  }

  updated(item: T, previous: T): void {
    for (const { handler } of this.#registrations) this.#call(() => handler.onUpdate?.(item, previous));
  }

  deleted(item: T, finalStateUnknown: boolean): void {
    for (const { handler } of this.#registrations) {
      this.#call(() => handler.onDelete?.(item, { finalStateUnknown }));
    }
  }

  #call(deliver: () => unknown): void {
    try {
      const result = deliver();
      // An async function passes for one that returns nothing: its failure must not end the process.
      if (result instanceof Promise) result.catch((error: unknown) => this.#onHandlerError(error));
    } catch (error) {
      this.#onHandlerError(error);
    }
  }
}
