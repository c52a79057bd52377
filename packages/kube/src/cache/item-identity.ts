import type { KubeObject } from '@banyan/api';
import { objectKey } from './object-key.ts';
import type { RawObject } from './raw-object.ts';

/** How a cache knows its items apart, whatever form they have. */
export interface ItemIdentity<T> {
  key(item: T): string;
  /** Empty if the server gave none. */
  resourceVersion(item: T): string;
  /** Empty if the server gave none. */
  uid(item: T): string;
}

export const objectIdentity: ItemIdentity<KubeObject> = {
  key: ({ metadata }) => objectKey(metadata.namespace, metadata.name ?? ''),
  resourceVersion: ({ metadata }) => metadata.resourceVersion ?? '',
  uid: ({ metadata }) => metadata.uid ?? '',
};

export const rawIdentity: ItemIdentity<RawObject> = {
  key: (item) => item.key,
  resourceVersion: (item) => item.resourceVersion,
  uid: (item) => item.uid,
};
