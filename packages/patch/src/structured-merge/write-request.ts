import type { JsonObject } from '../json-value.ts';
import type { Schema } from '../schema.ts';
import type { FieldFilter } from './ownership/field-filter.ts';
import type { ConvertObject } from './ownership/versioned-object.ts';

/** What every write must say. Nothing that is passed in is changed. */
export interface WriteRequest {
  /** The stored object; undefined when the write creates it. */
  readonly live: JsonObject | undefined;
  /** The name of the field manager. */
  readonly manager: string;
  /** The time of the write, in seconds as Kubernetes writes it: `2026-01-31T12:00:00Z`. */
  readonly now: string;
  /** The schema of the object's kind, in the version of the request; undefined when there is none. */
  readonly schema: Schema | undefined;
  /** The subresource that was written through (`status`, `scale`), if any. */
  readonly subresource?: string | undefined;
  /**
   * What a new object of a built-in kind has before anything is set, as `emptyObject` makes it: fields that
   * are always there are not owned by who creates the object. Custom resources have none.
   */
  readonly empty?: JsonObject | undefined;
  /** Fields that the endpoint resets are not tracked: see `resetFieldsOf`. Default: all are. */
  readonly filter?: FieldFilter | undefined;
  /** Needed when entries of another version of the kind may exist that has other fields. */
  readonly convert?: ConvertObject | undefined;
}
