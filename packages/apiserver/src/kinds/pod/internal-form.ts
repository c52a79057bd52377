import { sortedMap } from '../fields/go-text.ts';
import type { ClaimSpec } from '../storage/claim-spec.ts';
import type { EphemeralContainer, SecurityContext } from './container-spec.ts';
import { INTERNAL_TYPES } from './internal-types.ts';
import type { PodSpec, PodTemplateSpec } from './pod-spec.ts';

type Fields = Record<string, unknown>;

/** As messages print them: in the names and the order of the server's own types, every field there. */
export function internalSecurityContext(context: SecurityContext): Fields {
  return internal(context as Fields, 'SecurityContext');
}

export function internalEphemeralContainer(container: EphemeralContainer): Fields {
  return internal(container as unknown as Fields, 'EphemeralContainer');
}

export function internalClaimSpec(spec: ClaimSpec): Fields {
  return internal(spec as Fields, 'PersistentVolumeClaimSpec');
}

/** What a volume's spec says of where the volume is. */
export function internalVolumeSource(spec: object): Fields {
  return internal(spec as Fields, 'PersistentVolumeSource');
}

export function internalVolumeNodeAffinity(affinity: object): Fields {
  return internal(affinity as Fields, 'VolumeNodeAffinity');
}

export function internalTemplate({ metadata, spec }: PodTemplateSpec): Fields {
  return { ...inOrderOfMetadata(metadata as Fields), Spec: internalPodSpec(spec) };
}

/** The settings about the host's namespaces are part of the security context there. */
export function internalPodSpec(spec: PodSpec): Fields {
  const { hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers, securityContext, ...rest } = spec;
  const context = { hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers, ...securityContext };
  return internal({ ...rest, securityContext: context }, 'PodSpec');
}

/** Metadata is written with the fields of what it belongs to, not below them. */
function internal({ metadata = {}, ...value }: Fields, type: string): Fields {
  const result = inOrderOfMetadata(metadata as Fields);
  for (const field of fieldsOf(type)) {
    const { name, wireName, shape, of } = field;
    result[name] = internalValue(value[wireName], shape, of);
  }
  return result;
}

function internalValue(value: unknown, shape: Shape, of: string): unknown {
  if (value === undefined || value === null) return shape === '' ? zeroOf(of) : null;
  if (Array.isArray(value)) return value.map((item) => internalValue(item, '', of));
  if (shape === '{}') return sortedMap(value as Fields);
  if (of === 'LabelSelector' || typeof value !== 'object') return value;
  return INTERNAL_TYPES[of] === undefined ? value : internal(value as Fields, of);
}

function zeroOf(type: string): unknown {
  switch (type) {
    case 'string':
      return '';
    case 'number':
    case 'IntOrString':
      return 0;
    case 'boolean':
      return false;
    case 'Quantity':
      return '0';
    default:
      return INTERNAL_TYPES[type] === undefined ? null : internal({}, type);
  }
}

type Shape = '' | '*' | '[]' | '{}';

interface InternalField {
  readonly name: string;
  readonly wireName: string;
  readonly shape: Shape;
  readonly of: string;
}

const parsed = new Map<string, readonly InternalField[]>();

function fieldsOf(type: string): readonly InternalField[] {
  const known = parsed.get(type);
  if (known !== undefined) return known;
  const fields = (INTERNAL_TYPES[type] ?? '').trim().split(/\s+/).map(parseField);
  parsed.set(type, fields);
  return fields;
}

function parseField(text: string): InternalField {
  const [key = '', type = ''] = text.split(':');
  const [name = '', wireName = wireNameOf(name)] = key.split('=');
  const [, shape = '', of = ''] = /^(\*|\[\]|\{\}|)(.*)$/.exec(type) ?? [];
  return { name, wireName, shape: shape as Shape, of };
}

/** `HTTPGet` is `httpGet` on the wire, `IP` is `ip`. */
function wireNameOf(name: string): string {
  const capitals = /^[A-Z]+/.exec(name)?.[0] ?? '';
  const length = capitals.length === name.length ? name.length : Math.max(1, capitals.length - 1);
  return name.slice(0, length).toLowerCase() + name.slice(length);
}

function inOrderOfMetadata({ name, generateName, namespace, labels, annotations, ...rest }: Fields): Fields {
  return {
    ...(name !== undefined && { name }),
    ...(generateName !== undefined && { generateName }),
    ...(namespace !== undefined && { namespace }),
    ...(labels !== undefined && { labels: sortedMap(labels as Fields) }),
    ...(annotations !== undefined && { annotations: sortedMap(annotations as Fields) }),
    ...rest,
  };
}
