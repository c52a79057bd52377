import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json-value.ts';
import type { Schema } from '../../schema.ts';
import { OBJECT_META_SCHEMA } from '../typed/object-meta-schema.ts';
import type { ReplayKind } from './replay-step.ts';

/**
 * What the real server does to an object between merging and storing it, as far as the recorded kinds need
 * it: fields of Go structs that are empty are not written, and defaults are filled in. A table of our own,
 * not learned from the answers, so that an answer cannot hide a field that the merge lost.
 */
export function withDefaults(
  replay: ReplayKind,
  object: JsonObject,
  live: JsonObject | undefined,
): JsonObject {
  const { kind, schema, custom } = replay;
  if (custom === undefined) {
    const named = inNamespace(kind, object);
    const created = live === undefined && kind === 'Pod' ? { ...named, status: NEW_POD_STATUS } : named;
    const struct = asStruct(schema, kind === 'Service' ? withAllocated(created, live) : created);
    return withDerived(kind, addMissing(struct, DEFAULTS[kind] ?? {}));
  }
  const { metadata = {} } = inNamespace(kind, object);
  return {
    ...addSchemaDefaults(schema, object),
    metadata: asStruct(OBJECT_META_SCHEMA, metadata as JsonObject),
  };
}

function inNamespace(kind: string, object: JsonObject): JsonObject {
  if (kind === 'Node') return object;
  return { ...object, metadata: { namespace: 'default', ...(object['metadata'] as JsonObject) } };
}

const NEW_POD_STATUS = { phase: 'Pending', qosClass: 'BestEffort' };

/** A Service keeps what was allocated to it, though nobody wants it any more. */
function withAllocated(object: JsonObject, live: JsonObject = {}): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const name of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) {
    const value = (live['spec'] as JsonObject | undefined)?.[name];
    if (value !== undefined) kept[name] = value;
  }
  return { ...object, spec: { ...kept, ...(object['spec'] as JsonObject | undefined) } };
}

/** Defaults that depend on other fields. */
function withDerived(kind: string, object: JsonObject): JsonObject {
  const { spec = {}, status = {} } = object as Record<string, JsonObject>;
  if (kind === 'Service' && spec['ports'] !== undefined) {
    const ports = spec['ports'] as unknown as readonly JsonObject[];
    const targeted = ports.map((port) => ({ targetPort: port['port'] ?? 0, ...port }));
    return { ...object, spec: { ...spec, ports: targeted } };
  }
  if (kind === 'Node' && status['capacity'] !== undefined) {
    return { ...object, status: { allocatable: status['capacity'], ...status } };
  }
  return object;
}

/** Fields that are written even when they are null. */
const NULL_IS_WRITTEN = new Set(['lastProbeTime']);
/** Booleans that are not written when false; most are. */
const FALSE_IS_UNSET = new Set(['unschedulable', 'publishNotReadyAddresses']);

function asStruct(schema: Schema, object: JsonObject): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(object)) {
    const property = schema.properties?.[name] ?? additional(schema);
    if (isUnset(name, property, value) && !(schema.required ?? []).includes(name)) continue;
    kept[name] = property === undefined ? value : structValue(property, value);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (isAlwaysThere(property)) kept[name] ??= asStruct(property, {});
    else if (hasZeroDefault(property) && (schema.required ?? []).includes(name)) {
      kept[name] ??= property.default as JsonValue;
    }
  }
  return kept;
}

/** A struct that is no pointer. */
function isAlwaysThere(schema: Schema): boolean {
  return schema.type === 'object' && isJsonObject(schema.default as JsonValue | undefined);
}

/** A scalar that is written even when it was never set. */
function hasZeroDefault(schema: Schema): boolean {
  return schema.default === '' || schema.default === 0 || schema.default === false;
}

function structValue(schema: Schema, value: JsonValue): JsonValue {
  if (isJsonObject(value)) return asStruct(schema, value);
  if (!isJsonArray(value)) return value;
  return value.map((item) => (schema.items === undefined ? item : structValue(schema.items, item)));
}

function isUnset(name: string, schema: Schema | undefined, value: JsonValue): boolean {
  if (value === null) return !NULL_IS_WRITTEN.has(name);
  if (isJsonArray(value)) return value.length === 0;
  if (value === false) return FALSE_IS_UNSET.has(name);
  return (
    isJsonObject(value) &&
    schema !== undefined &&
    additional(schema) !== undefined &&
    Object.keys(value).length === 0
  );
}

function additional({ additionalProperties }: Schema): Schema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

function addSchemaDefaults(schema: Schema, object: JsonObject): JsonObject {
  const filled: Record<string, JsonValue> = { ...object };
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = filled[name];
    if (value === undefined) {
      if (property.default !== undefined) filled[name] = property.default as JsonValue;
    } else if (isJsonObject(value)) filled[name] = inEmbedded(property, addSchemaDefaults(property, value));
    else if (isJsonArray(value) && property.items !== undefined) {
      const { items } = property;
      filled[name] = value.map((item) => (isJsonObject(item) ? addSchemaDefaults(items, item) : item));
    }
  }
  return filled;
}

function inEmbedded(schema: Schema, object: JsonObject): JsonObject {
  const { metadata } = object;
  if (schema['x-kubernetes-embedded-resource'] !== true || !isJsonObject(metadata)) return object;
  return { ...object, metadata: asStruct(OBJECT_META_SCHEMA, metadata) };
}

/** `$each` is for every item of a list. Only what is there already is filled, except for what has a value here. */
interface Defaults {
  readonly [name: string]: JsonValue | Defaults;
}

const CONTAINER: Defaults = {
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'IfNotPresent',
  ports: { $each: { protocol: 'TCP' } },
};

const POD_SPEC: Defaults = {
  containers: { $each: CONTAINER },
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
};

const DEFAULTS: Readonly<Record<string, Defaults>> = {
  Deployment: {
    spec: {
      replicas: 1,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      template: { spec: POD_SPEC },
    },
    status: {},
  },
  Pod: { spec: POD_SPEC, status: { conditions: { $each: { lastProbeTime: null } } } },
  Service: {
    spec: {
      type: 'ClusterIP',
      sessionAffinity: 'None',
      internalTrafficPolicy: 'Cluster',
      ports: { $each: { protocol: 'TCP' } },
    },
  },
};

function addMissing(object: JsonObject, defaults: Defaults): JsonObject {
  const filled: Record<string, JsonValue> = { ...object };
  for (const [name, wanted] of Object.entries(defaults)) {
    const value = filled[name];
    if (!isJsonObject(wanted)) filled[name] = value === undefined ? (wanted as JsonValue) : value;
    else if (isJsonArray(value)) {
      const each = (wanted as Defaults)['$each'] as Defaults;
      filled[name] = value.map((item) => addMissing(item as JsonObject, each));
    } else if (!('$each' in wanted))
      filled[name] = addMissing((value ?? {}) as JsonObject, wanted as Defaults);
  }
  return filled;
}
