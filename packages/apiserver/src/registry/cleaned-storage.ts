import type { KeptObject, ResourceStorage, StorageKey } from './resource-storage.ts';

/** A storage that waits for something to be cleaned up after every deletion, before it says that it is done. */
export function cleanedStorage(
  storage: ResourceStorage,
  cleanUp: (deleted: StorageKey) => Promise<void>,
): ResourceStorage {
  return {
    get: (key, options) => storage.get(key, options),
    list: (request) => storage.list(request),
    watch: (request, onEvent, signal) => storage.watch(request, onEvent, signal),
    write: async (key, change): Promise<KeptObject | undefined> => {
      let isDeleted = false;
      const kept = await storage.write(key, (current) => {
        const decided = change(current);
        isDeleted = decided.type === 'delete' && current !== undefined;
        return decided;
      });
      if (isDeleted) await cleanUp(key);
      return kept;
    },
  };
}
