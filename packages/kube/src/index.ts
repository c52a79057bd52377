export { KubeError, type KubeErrorCode, type KubeErrorDetails } from './errors/kube-error.ts';
export {
  isAborted,
  isAlreadyExists,
  isBadConfig,
  isBadRequest,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isMethodNotAllowed,
  isNotFound,
  isRetryable,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isUnreachable,
} from './errors/error-predicates.ts';
export { errorFromStatus, type RequestSubject } from './errors/status-error.ts';

export type {
  ClusterConnection,
  Credentials,
  CredentialSource,
  Dial,
  Impersonation,
} from './kubeconfig/cluster-connection.ts';
export { ExecCredentialCache } from './kubeconfig/exec-credential-cache.ts';
export { formatKubeconfig, writeKubeconfig, type KubeconfigEntry } from './kubeconfig/format-kubeconfig.ts';
export {
  inClusterConnection,
  isInCluster,
  type InClusterOptions,
} from './kubeconfig/in-cluster-connection.ts';
export type {
  ExecConfig,
  Kubeconfig,
  KubeconfigCluster,
  KubeconfigContext,
  KubeconfigUser,
} from './kubeconfig/kubeconfig.ts';
export {
  kubeconfigConnection,
  loadConnection,
  type ConnectionOptions,
} from './kubeconfig/kubeconfig-connection.ts';
export { loadKubeconfig, mergeKubeconfigs, type KubeconfigLocation } from './kubeconfig/load-kubeconfig.ts';
export { parseKubeconfig } from './kubeconfig/parse-kubeconfig.ts';
export { proxyFromEnvironment } from './kubeconfig/proxy-from-environment.ts';
export { staticCredentials } from './kubeconfig/static-credentials.ts';

export { systemClock, type Clock } from './client/clock.ts';
export { KubeClient, type KubeClientOptions } from './client/kube-client.ts';
export { authorizationHeaders, impersonationHeaders } from './client/request-headers.ts';
export { streamOpener, type OpenStream } from './client/stream-opener.ts';
export { parseWatchEvent } from './client/watch-stream.ts';
export { groupVersionPath, queryString, resourcePath } from './client/request-path.ts';
export type {
  ApplyOptions,
  CreateOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  JsonRequest,
  ListOptions,
  ObjectKey,
  Patch,
  RawRequest,
  RawResponse,
  RequestHeaders,
  RequestOptions,
  ResponseHeaders,
  ServerWarning,
  UpdateOptions,
  WatchEvent,
  WatchOptions,
  WebSocketOptions,
  WriteOptions,
} from './client/request-options.ts';

export { CertificateAuthority, type CertificateAndKey } from './pki/certificate-authority.ts';

export { findTool, type ToolName, type ToolOptions } from './tools/find-tool.ts';

export {
  attachToPod,
  execInPod,
  forwardPort,
  type AttachOptions,
  type ExecOptions,
  type PodStreamOptions,
} from './streams/pod-streams.ts';
export type { RemoteProcess } from './streams/remote-process.ts';

export { isOlderResourceVersion } from './cache/resource-version.ts';
export type { CacheLease } from './cache/cache-lease.ts';
export type { Indexer } from './cache/cache-index.ts';
export type { CacheSpec, ObjectCacheSpec } from './cache/cache-spec.ts';
export type { CacheHandler } from './cache/event-handlers.ts';
export type { ListerWatcher, RawListerWatcher, WatchScope } from './cache/lister-watcher.ts';
export { ObjectCache, type CacheReader, type ObjectCacheOptions } from './cache/object-cache.ts';
export { objectKey, splitObjectKey } from './cache/object-key.ts';
export { RawObject } from './cache/raw-object.ts';
export type { ReflectorPhase, ReflectorStatus } from './cache/reflector-status.ts';
export { Reflector, type ReflectorOptions, type ReflectorTuning } from './cache/reflector.ts';
export { SharedCaches, type SharedCachesOptions } from './cache/shared-caches.ts';
export {
  watchedObjects,
  watchedRaw,
  type WatchedCache,
  type WatchedCacheOptions,
} from './cache/watched-cache.ts';

export {
  qualifiedName,
  type ApiGroup,
  type ApiGroupVersion,
  type ApiResource,
  type ApiSubresource,
} from './discovery/api-resource.ts';
export type { DiscoveryClient } from './discovery/discovery-document.ts';
export { Discovery, type DiscoveryOptions } from './discovery/discovery.ts';
export { isAmbiguous, isNoMatch } from './discovery/mapping-error.ts';
export {
  RestMapper,
  type KindQuery,
  type PluralQuery,
  type ResolveOptions,
} from './discovery/rest-mapper.ts';
