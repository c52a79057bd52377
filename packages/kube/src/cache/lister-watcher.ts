import type { GroupVersionResource, KubeList, KubeObject } from '@banyan/api';
import type {
  ListOptions,
  RawRequest,
  RawResponse,
  WatchEvent,
  WatchOptions,
} from '../client/request-options.ts';

/** What the modes `objects` and `metadata` need of a client. KubeClient is one. */
export interface ListerWatcher {
  list(resource: GroupVersionResource, options: ListOptions): Promise<KubeList>;
  /** A failure after the first event, an ERROR event included, is thrown from the iteration. */
  watch(resource: GroupVersionResource, options: WatchOptions): AsyncIterable<WatchEvent<KubeObject>>;
}

/** What the mode `raw` needs of a client. KubeClient is one. */
export interface RawListerWatcher {
  /** An answer that is not 2xx is an answer, not an error. */
  request(request: RawRequest): Promise<RawResponse>;
  /** Each line is one event, ERROR events included. */
  watchLines(resource: GroupVersionResource, options: WatchOptions): AsyncIterable<Buffer>;
}

/** Which objects of a cluster: the part of a cache's identity that the server sees. */
export interface WatchScope {
  readonly resource: GroupVersionResource;
  /** Without it: the whole cluster, or a cluster-scoped resource. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}
