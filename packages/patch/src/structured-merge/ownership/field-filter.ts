import { FieldSet } from '../field-set/field-set.ts';
import { fieldElement, fieldPath } from '../field-set/path-element.ts';

/** Which fields a request can own. What an endpoint resets (status on the main resource) it does not track. */
export type FieldFilter = (fields: FieldSet) => FieldSet;

export const trackAll: FieldFilter = (fields) => fields;

/** Tracks all but these fields and what is below them: `trackAllBut(['status'])`. */
export function trackAllBut(...paths: readonly (readonly string[])[]): FieldFilter {
  const reset = FieldSet.of(...paths.map((names) => fieldPath(...names)));
  return (fields) => fields.recursiveDifference(reset);
}

/** Tracks only what is below these paths; `*` is any one element: `trackOnly(['spec', 'containers', '*', 'resources'])`. */
export function trackOnly(...patterns: readonly (readonly string[])[]): FieldFilter {
  return (fields) => keepMatching(fields, patterns);
}

/** A path that is on the way to what is tracked is tracked as well. */
function keepMatching(fields: FieldSet, patterns: readonly (readonly string[])[]): FieldSet {
  if (patterns.some((pattern) => pattern.length === 0)) return fields;
  const nodes = [...fields.entries()].flatMap(([element, { member, children }]) => {
    const matching = patterns.filter(([head = '']) => head === '*' || fieldElement(head) === element);
    if (matching.length === 0) return [];
    const rest = matching.map((pattern) => pattern.slice(1));
    return [[element, member, children && keepMatching(children, rest)] as const];
  });
  return FieldSet.fromNodes(nodes);
}

const SYSTEM_FIELDS = FieldSet.of(
  fieldPath('apiVersion'),
  fieldPath('kind'),
  fieldPath('metadata'),
  ...['name', 'namespace', 'creationTimestamp', 'selfLink', 'uid', 'clusterName'].map(inMetadata),
  ...['generation', 'managedFields', 'resourceVersion'].map(inMetadata),
);

function inMetadata(name: string): ReturnType<typeof fieldPath> {
  return fieldPath('metadata', name);
}

/** What identifies the object or is the server's alone, nobody owns. */
export function withoutSystemFields(fields: FieldSet): FieldSet {
  return fields.difference(SYSTEM_FIELDS);
}
