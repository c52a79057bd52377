/** The key of an object within one resource: `namespace/name`, or `name` where there is no namespace. */
export function objectKey(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** The inverse of objectKey; the namespace of a cluster-scoped object is empty. Names hold no slash. */
export function splitObjectKey(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return slash < 0
    ? { namespace: '', name: key }
    : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
