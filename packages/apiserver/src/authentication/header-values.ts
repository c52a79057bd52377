/** A request's headers, names in lower case, each with all its values: `IncomingMessage.headersDistinct`. */
export type HeaderValues = Readonly<Record<string, readonly string[] | undefined>>;

export function valuesOf(headers: HeaderValues, name: string): readonly string[] {
  return Object.hasOwn(headers, name) ? (headers[name] ?? []) : [];
}

/** The first value of the first header that has one; empty if none has. */
export function firstValue(headers: HeaderValues, names: readonly string[]): string {
  for (const name of names) {
    const [value = ''] = valuesOf(headers, name);
    if (value !== '') return value;
  }
  return '';
}

/** Headers `prefix-KEY: value` as a map of keys, unescaped and in lower case, to values; keys in order. */
export function valuesByPrefix(
  headers: HeaderValues,
  prefixes: readonly string[],
): Record<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const prefix of prefixes)
    for (const name of Object.keys(headers).filter((header) => header.startsWith(prefix))) {
      const key = unescapeKey(name.slice(prefix.length).toLowerCase());
      found.set(key, [...(found.get(key) ?? []), ...valuesOf(headers, name)]);
    }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Malformed keys are taken as they are. */
function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
