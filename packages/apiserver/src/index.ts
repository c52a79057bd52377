export { startApiServer, type ApiServerOptions } from './api-server.ts';
export { LocalClient, type LocalIdentity } from './local/local-client.ts';
export { answerApi, serveApi, type ApiAnswers, type ApiServer, type ServeApiOptions } from './serve-api.ts';
export {
  delegatedSecurity,
  type DelegatedSecurity,
  type DelegatedSecurityOptions,
} from './aggregation/delegated/delegated-security.ts';
export { TokenKeys } from './authentication/token-keys.ts';
export { secretTokenClaims } from './authentication/token-secret-login.ts';
export { mirroredBuiltIn } from './registry/mirrored-built-in.ts';
export { mirroredCustom } from './registry/mirrored-custom.ts';
export { plainResource, type PlainResource } from './registry/plain-resource.ts';
export { ResourceCatalogue } from './registry/resource-catalogue.ts';
export { StoreStorage } from './registry/store-storage.ts';
export { ApiError, type GroupResource } from './errors/api-error.ts';
export {
  type KeptEvent,
  type KeptObject,
  type ListRequest,
  type ListResult,
  type ResourceStorage,
  type StorageChange,
  type StorageKey,
  type WatchRequest,
} from './registry/resource-storage.ts';
export { proxyRequest, type ProxyRequestOptions } from './proxying/proxy-request.ts';
export { proxyUpgrade } from './proxying/proxy-upgrade.ts';
export { takeConnection, type UpgradeOffer } from './proxying/upgrade-offer.ts';
export type { Admission } from './serving/api-context.ts';
export type { PathHandler, PathRoutes } from './serving/path-routes.ts';
export { accessOf, type ResourceAccess } from './rbac/access-request.ts';
export { accessForbidden } from './rbac/forbidden.ts';
export { readBody } from './serving/read-body.ts';
export { parseRequestInfo } from './serving/request-info.ts';
export type { AnsweredRequest, Intercept, Security } from './serving/request-pipeline.ts';
export type { RequestScope } from './serving/request-scope.ts';
export type { HealthCheck } from './serving/server-paths.ts';
export type { UserInfo } from './serving/user-info.ts';
export { UnreachableError } from './proxying/unreachable-error.ts';
export {
  type ConnectHandler,
  type ConnectRequest,
  type ResourceStrategy,
  type ServedResource,
  type ServedSubresource,
  type SubresourceAnswer,
  type SubresourceHandler,
  type SubresourceRequest,
  type TableColumn,
} from './registry/served-resource.ts';
export {
  keptCertificates,
  temporaryCertificates,
  type KeptCertificates,
} from './serving/kept-certificates.ts';
export {
  memoryPersistence,
  type PersistedChange,
  type PersistedRow,
  type Persistence,
} from './storage/persistence.ts';
export { ObjectStore, type Change, type WriteResult } from './storage/object-store.ts';
export { type ObjectTable } from './storage/object-table.ts';
export { sqlitePersistence } from './storage/sqlite-persistence.ts';
export { StorageError, type StorageErrorCode } from './storage/storage-error.ts';
export { type StoredObject, type StoreEvent } from './storage/stored-object.ts';
export { addAmounts, formatAmounts, parseAmounts, type QuotaAmounts } from './quota/quota-amounts.ts';
export { isInScope, type ResourceQuota } from './quota/quota-scopes.ts';
export { quotaUsage, tableCountedAs } from './quota/quota-usage.ts';
