/** The places of values that were there before in the list. In one pass: lists can be as long as a body. */
export function repeatedPlaces(values: readonly unknown[]): ReadonlySet<number> {
  const seen = new Set<unknown>();
  const places = new Set<number>();
  for (const [i, value] of values.entries()) {
    if (seen.has(value)) places.add(i);
    seen.add(value);
  }
  return places;
}
