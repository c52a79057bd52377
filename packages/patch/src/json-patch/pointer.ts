/**
 * The keys of a JSON pointer, or undefined if it has none. What stands before the first slash is ignored
 * (`a/b` is `/b`), as the API server does.
 */
export function pointerKeys(pointer: string): string[] | undefined {
  const parts = pointer.split('/').slice(1);
  return parts.length === 0 ? undefined : parts.map(decodeKey);
}

/** One pass, so that `~01` is `~1` and not a slash. */
function decodeKey(key: string): string {
  return key.includes('~') ? key.replaceAll(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~')) : key;
}

/** A key as a list's index, or what is wrong with it. */
type ParsedIndex = { readonly index: number } | { readonly problem: string };

const LARGEST_INT64 = 2n ** 63n - 1n;

/** Reads an index as the API server does: a sign and leading zeros are allowed, anything else is not. */
function parseIndex(key: string): ParsedIndex {
  if (!/^[+-]?[0-9]+$/.test(key)) {
    return { problem: `strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax` };
  }
  const value = BigInt(key.startsWith('+') ? key.slice(1) : key);
  if (value > LARGEST_INT64 || value < -LARGEST_INT64 - 1n) {
    return { problem: `strconv.Atoi: parsing ${JSON.stringify(key)}: value out of range` };
  }
  return { index: Number(value) };
}

/**
 * The place in a list of `length` places that a key names. Negative indices count from the end: the API
 * server's library allows them, RFC 6902 does not.
 */
export function placeInList(key: string, length: number): ParsedIndex {
  const parsed = parseIndex(key);
  if ('problem' in parsed) return parsed;
  const { index } = parsed;
  if (index >= length || index < -length) {
    return { problem: `Unable to access invalid index: ${BigInt(index)}: invalid index referenced` };
  }
  return { index: index < 0 ? index + length : index };
}
