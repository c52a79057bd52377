/** In Node since 21; not yet in TypeScript's library. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/**
 * As JSON.stringify, for objects that decoding made: integers that a number cannot hold are bigint there, and are
 * written with all their digits. As fast where there are none.
 */
export function exactJson(value: unknown, indent: number | string = 0): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const exact = (_: string, each: unknown): unknown =>
      typeof each === 'bigint' ? rawJSON(each.toString()) : each;
    return JSON.stringify(value, exact, indent);
  }
}
