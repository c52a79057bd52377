import type { SeededRandom } from './seeded-random.ts';

export type Json = Record<string, unknown>;

/** One kind, and what managers may want of its objects. Configurations are partial, `base` is enough to create. */
export interface Scenario {
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** The collection's URL. */
  readonly path: string;
  /** A CustomResourceDefinition to install first. */
  readonly definition?: Json;
  readonly base: Json;
  config(random: SeededRandom): Json;
  /** What may be written to the subresource `status`. */
  status?(random: SeededRandom): Json;
  readonly scale?: boolean;
  /** A second version with the same fields. */
  readonly otherVersion?: { readonly apiVersion: string; readonly path: string };
  /** Configurations that do not fit the schema. */
  readonly invalid?: readonly Json[];
}

/** Leaves out what is undefined, at any depth. */
export function compact(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
