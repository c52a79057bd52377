/**
 * Tells whether one resource version is older than another of the same resource. Kubernetes promises
 * that they are decimal numbers that grow; what is no such number (some aggregated servers) is
 * comparable with nothing, hence never older.
 */
export function isOlderResourceVersion(candidate: string, reference: string): boolean {
  if (!isDecimal(candidate) || !isDecimal(reference)) return false;
  // Longer means larger (no leading zeros), so that numbers above 2^53 need no BigInt.
  if (candidate.length !== reference.length) return candidate.length < reference.length;
  return candidate < reference;
}

const ZERO = 0x30;
const NINE = 0x39;

function isDecimal(version: string): boolean {
  for (let i = 0; i < version.length; i++) {
    const code = version.charCodeAt(i);
    if (code < ZERO || code > NINE) return false;
  }
  return version.length > 0 && (version.length === 1 || version.charCodeAt(0) !== ZERO);
}
