/** Any JSON value. Values that come from a cache are not to be changed: take a copy (structuredClone) first. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}
