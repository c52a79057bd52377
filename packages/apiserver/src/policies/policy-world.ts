import type { KubeObject } from '@banyan/api';
import type { AskAccess } from '../custom/schema/rules/library/authorizers.ts';
import type { ServedResource } from '../registry/served-resource.ts';
import type { UserInfo } from '../serving/user-info.ts';

/** What policies may know of the cluster. Everything answers at once, from memory; nothing is to be changed. */
export interface PolicyWorld {
  readonly namespace: (name: string) => Readonly<KubeObject> | undefined;
  /** Who is served under a kind now. */
  readonly served: () => readonly ServedResource[];
  /** Objects of a resource in its version, those of one namespace or all; with a name at most one. */
  readonly objects: (
    resource: ServedResource,
    place: { readonly namespace: string; readonly name?: string },
  ) => Iterable<Readonly<KubeObject>>;
  /** What a user may do. */
  readonly accessOf: (user: UserInfo) => AskAccess;
}
