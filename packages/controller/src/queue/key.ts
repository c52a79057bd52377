/**
 * Keys are `cluster|namespace/name`, `cluster|name` for what has no namespace. Nothing else in this package
 * looks into a key.
 */
export interface KeyParts {
  readonly cluster: string;
  readonly namespace?: string | undefined;
  readonly name: string;
}

export function formatKey({ cluster, namespace, name }: KeyParts): string {
  return namespace ? `${cluster}|${namespace}/${name}` : `${cluster}|${name}`;
}

/** The reverse. A key without a bar belongs to the cluster named by the empty string. */
export function parseKey(key: string): KeyParts {
  const bar = key.indexOf('|');
  const slash = key.indexOf('/', bar + 1);
  const cluster = bar < 0 ? '' : key.slice(0, bar);
  return slash < 0
    ? { cluster, name: key.slice(bar + 1) }
    : { cluster, namespace: key.slice(bar + 1, slash), name: key.slice(slash + 1) };
}

/** What stands before the bar; empty where there is none. */
export function clusterOf(key: string): string {
  const bar = key.indexOf('|');
  return bar < 0 ? '' : key.slice(0, bar);
}
