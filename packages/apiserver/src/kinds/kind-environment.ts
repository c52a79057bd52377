import type { KubeObject } from '@banyan/api';
import type { GroupResource } from '../errors/api-error.ts';
import type { ServiceRangeOptions } from './network/service-ranges.ts';

/**
 * What kinds may ask of the cluster that they are part of. Answers come at once, from memory, and are what is
 * durable now: a write that is under way is not seen. Objects are not to be changed.
 */
export interface KindEnvironment {
  /** Undefined: there is none. */
  find(of: GroupResource, key: { namespace?: string; name: string }): Readonly<KubeObject> | undefined;
  /** All of a namespace, or of the cluster. */
  list(of: GroupResource, namespace?: string): Iterable<Readonly<KubeObject>>;
  /**
   * What changed since an earlier call, in its order, without a look at everything. Undefined, as a function or as its
   * events: that is not known, and `list` must be asked.
   */
  changesSince?(of: GroupResource, mark: number | undefined): ObjectChanges;
  /** Five characters for a name that is made up. */
  nameSuffix(): string;
  /** Out of which Services get their addresses and ports. */
  readonly serviceRanges?: ServiceRangeOptions;
}

export interface ObjectChanges {
  /** For the next call. */
  readonly mark: number;
  readonly events:
    | readonly {
        readonly before: Readonly<KubeObject> | undefined;
        readonly now: Readonly<KubeObject> | undefined;
      }[]
    | undefined;
}

/** Nothing but the object at hand: for kinds that stand alone, and for tests. */
export const EMPTY_ENVIRONMENT: KindEnvironment = {
  find: () => undefined,
  list: () => [],
  nameSuffix: () => 'xxxxx',
};
