/** Parts of names of specs that do not pass yet, with what is missing. Told of in packages/apiserver/README.md. */
export const KNOWN_FAILURES: ReadonlyMap<string, string> = new Map<string, string>();
