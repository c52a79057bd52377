export { startApiServer, type ApiServer, type ApiServerOptions } from './api-server.ts';
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
export {
  type ResourceStrategy,
  type ServedResource,
  type ServedSubresource,
  type SubresourceAnswer,
  type SubresourceHandler,
  type SubresourceRequest,
  type TableColumn,
} from './registry/served-resource.ts';
export { keptCertificates, type KeptCertificates } from './serving/kept-certificates.ts';
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
