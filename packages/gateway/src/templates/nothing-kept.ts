import type { ResourceStorage } from '@banyan/apiserver';

/** Of a resource that is shown in discovery and answered elsewhere. */
export function nothingKept(what: string): ResourceStorage {
  const refuse = () => Promise.reject(new Error(`${what} are not kept here`));
  return {
    get: () => Promise.resolve(undefined),
    list: () => Promise.resolve({ items: [], resourceVersion: '0' }),
    write: refuse,
    watch: refuse,
  };
}
