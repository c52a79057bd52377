import type { KubeObject, StatusCause } from '@banyan/api';
import {
  duplicate,
  invalidValue,
  malformed,
  notSupported,
  required,
  tooLong,
} from '../fields/field-error.ts';
import { byteLength, sortedMap } from '../fields/go-text.ts';
import { validateLabelName } from '../fields/label-validation.ts';
import { qualifiedName, subdomainName } from '../fields/name-format.ts';
import {
  validateImmutable,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { DEPRECATED_LABELS } from '../pod/pod-warnings.ts';

interface StorageClass extends KubeObject {
  provisioner: string;
  parameters?: Record<string, string>;
  reclaimPolicy?: string;
  volumeBindingMode?: string;
  allowedTopologies?: TopologyTerm[];
}

interface TopologyTerm {
  matchLabelExpressions?: { key: string; values: string[] | null }[];
}

const RECLAIM_POLICIES = ['Delete', 'Retain'];
const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'];
const IMMUTABLE = ['provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const;
const MAX_PARAMETERS = 512;
/** How many twins are told of at most: of a million empty terms each is one of every other. */
const MAX_TWINS = 1000;
/** All parameters together, keys and values: 256 KiB. */
const MAX_PARAMETER_BYTES = 262_144;

export const storageClassRules: KindRules = {
  kind: { group: 'storage.k8s.io', version: 'v1', kind: 'StorageClass' },
  namespaced: false,
  name: subdomainName,
  hasStatus: false,
  defaults: (draft) => {
    const storageClass = draft as StorageClass;
    storageClass.reclaimPolicy ??= 'Delete';
    storageClass.volumeBindingMode ??= 'Immediate';
  },
  validate: (object) => validateClass(object as StorageClass),
  validateUpdate: (object, old) => {
    const [storageClass, before] = [object as StorageClass, old as StorageClass];
    return [
      ...validateObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
      ...validateClass(storageClass),
      ...validateObjectMetaUpdate(object.metadata, old.metadata),
      ...validateImmutable(
        storageClass.parameters,
        before.parameters,
        'parameters',
        (map) => map && sortedMap(map),
      ),
      ...IMMUTABLE.flatMap((field) => validateImmutable(storageClass[field], before[field], field)),
    ];
  },
  warnings: (object) =>
    ((object as StorageClass).allowedTopologies ?? []).flatMap(({ matchLabelExpressions = [] }, i) =>
      matchLabelExpressions.flatMap(({ key }, j) => {
        const place = `allowedTopologies[${i}].matchLabelExpressions[${j}].key`;
        return DEPRECATED_LABELS[key] === undefined ? [] : [`${place}: ${DEPRECATED_LABELS[key]}`];
      }),
    ),
};

function validateClass(storageClass: Readonly<StorageClass>): StatusCause[] {
  const { provisioner, parameters = {}, reclaimPolicy = '', volumeBindingMode = '' } = storageClass;
  return [
    ...validateProvisioner(provisioner, 'provisioner'),
    ...validateParameters(parameters, 'parameters'),
    ...(reclaimPolicy === '' || RECLAIM_POLICIES.includes(reclaimPolicy)
      ? []
      : [notSupported('reclaimPolicy', reclaimPolicy, RECLAIM_POLICIES)]),
    ...(BINDING_MODES.includes(volumeBindingMode)
      ? []
      : [notSupported('volumeBindingMode', volumeBindingMode, BINDING_MODES)]),
    ...validateTopologies(storageClass.allowedTopologies ?? [], 'allowedTopologies'),
  ];
}

/** The name of a driver, looked at and printed in lower case. */
export function validateProvisioner(name: string, field: string): StatusCause[] {
  const lower = name.toLowerCase();
  return name === '' ? [required(field)] : malformed(field, lower, qualifiedName(lower));
}

export function validateParameters(
  parameters: Readonly<Record<string, string>>,
  field: string,
): StatusCause[] {
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) return [tooLong(field, MAX_PARAMETERS)];
  const sizeBytes = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  return [
    ...(Object.hasOwn(parameters, '') ? [invalidValue(field, '', 'field can not be empty.')] : []),
    ...(sizeBytes > MAX_PARAMETER_BYTES ? [tooLong(field, MAX_PARAMETER_BYTES)] : []),
  ];
}

/** No term twice, whatever the order of its values. */
function validateTopologies(terms: readonly TopologyTerm[], list: string): StatusCause[] {
  // The server starts with a list of empty terms, so that an empty one is always there already.
  const seen = new Map([[keyOf(new Map()), terms.length]]);
  let budget = MAX_TWINS;
  return terms.flatMap(({ matchLabelExpressions = [] }, i) => {
    const field = `${list}[${i}].matchLabelExpressions`;
    const term = new Map<string, ReadonlySet<string>>();
    const causes = matchLabelExpressions.flatMap(({ key, values }, j) => {
      const isTwin = term.has(key);
      term.set(key, new Set(values ?? []));
      return [
        ...validateTopologyValues(values ?? [], `${field}[${j}].values`),
        ...validateLabelName(key, `${field}[${j}].key`),
        ...(isTwin ? [duplicate(`${field}[${j}].key`, key)] : []),
      ];
    });
    const key = keyOf(term);
    const twins = seen.get(key) ?? 0;
    seen.set(key, twins + 1);
    const told = Math.min(twins, budget);
    budget -= told;
    return [...causes, ...Array.from({ length: told }, () => duplicate(field, ''))];
  });
}

/** The same for terms that say the same. */
function keyOf(term: ReadonlyMap<string, ReadonlySet<string>>): string {
  const expressions = [...term].map(([key, values]) => JSON.stringify([key, ...[...values].sort()]));
  return expressions.sort().join();
}

function validateTopologyValues(values: readonly string[], field: string): StatusCause[] {
  if (values.length === 0) return [required(field)];
  const seen = new Set<string>();
  return values.flatMap((value, i) => {
    if (seen.has(value)) return [duplicate(`${field}[${i}]`, value)];
    seen.add(value);
    return [];
  });
}
