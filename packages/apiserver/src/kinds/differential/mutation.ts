/** A place in a manifest and the values that are tried there. Null takes the field away. */
export type Mutation = readonly [path: string, ...values: unknown[]];

/** Of anything that is counted. */
export const COUNTS = [0, 1, -1, 5, null];
