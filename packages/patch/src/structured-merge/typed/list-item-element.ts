import { isJsonObject, ownValue, type JsonValue } from '../../json-value.ts';
import { keyElement, valueElement, type PathElement } from '../field-set/path-element.ts';
import type { ListType } from './field-type.ts';

/** Why an item cannot be found again in its list, in the API server's words. */
export class ListItemError extends Error {
  override readonly name = 'ListItemError';
}

/** Which item of a list-map or set this is. Throws a ListItemError when it does not say. */
export function listItemElement(list: ListType, item: JsonValue): PathElement {
  return list.keys.length > 0 ? keyedItem(list, item) : setItem(item);
}

/** A key that is not given counts with its default; one without a default is simply not part of the name. */
function keyedItem(list: ListType, item: JsonValue): PathElement {
  if (item === null) throw new ListItemError('associative list with keys may not have a null element');
  if (!isJsonObject(item)) {
    throw new ListItemError('associative list with keys may not have non-map elements');
  }
  const keys: Record<string, JsonValue> = {};
  for (const name of list.keys) {
    const value = ownValue(item, name) ?? list.items.map?.defaultOf(name);
    if (value !== undefined) keys[name] = value;
    else if (Object.hasOwn(item, name)) keys[name] = null;
  }
  if (Object.keys(keys).length === 0) {
    const names = list.keys.map((name) => `"${name}"`).join(' ');
    throw new ListItemError(
      `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
    );
  }
  return keyElement(keys);
}

function setItem(item: JsonValue): PathElement {
  if (item === null) {
    throw new ListItemError("associative list without keys has an element that's an explicit null");
  }
  if (isJsonObject(item)) {
    throw new ListItemError("associative list without keys has an element that's a map type");
  }
  if (typeof item === 'object') {
    throw new ListItemError('not supported: associative list with lists as elements');
  }
  return valueElement(item);
}
