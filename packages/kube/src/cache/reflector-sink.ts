/**
 * Where a reflector writes. All calls are synchronous and must not throw. Between `beginList` and `endList`
 * only `listed` is called; a list that fails on the way is begun anew.
 */
export interface ReflectorSink<T> {
  beginList(): void;
  /** What is already known in the same version makes no event. */
  listed(item: T): void;
  /** What was not listed is gone. */
  endList(): void;
  /** False for an item older than the known one: it was not taken, and the caller lists again. */
  changed(item: T): boolean;
  /** False as above. */
  deleted(item: T): boolean;
}
