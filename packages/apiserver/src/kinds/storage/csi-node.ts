import type { KubeObject, StatusCause } from '@banyan/api';
import { duplicate, invalidValue, malformed, required } from '../fields/field-error.ts';
import { byteLength } from '../fields/go-text.ts';
import { qualifiedName, subdomainName } from '../fields/name-format.ts';
import { validateImmutable, validateObjectMeta } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateDriverName } from './volume-source-validation.ts';

interface CsiNode extends KubeObject {
  spec: { drivers?: CsiNodeDriver[] | null };
}

interface CsiNodeDriver {
  name: string;
  nodeID: string;
  topologyKeys?: string[] | null;
  allocatable?: { count?: number };
}

const MAX_NODE_ID_BYTES = 256;

export const csiNodeRules: KindRules = {
  kind: { group: 'storage.k8s.io', version: 'v1', kind: 'CSINode' },
  namespaced: false,
  name: subdomainName,
  hasStatus: false,
  validate: (object) => validateDrivers((object as CsiNode).spec.drivers ?? [], 'spec.drivers'),
  validateUpdate: (object, old) => {
    const { drivers } = (object as CsiNode).spec;
    const before = (old as CsiNode).spec.drivers ?? [];
    const named = Map.groupBy(drivers ?? [], ({ name }) => name);
    return [
      ...validateObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
      ...validateDrivers(drivers ?? [], 'spec.drivers'),
      ...before.flatMap((each) =>
        (named.get(each.name) ?? []).flatMap((same) =>
          validateImmutable(printable(same), printable(each), 'spec.drivers'),
        ),
      ),
    ];
  },
};

/** In the names of the server's own type. How much a node takes may change. */
function printable({ name, nodeID, topologyKeys }: CsiNodeDriver): object {
  return { Name: name, NodeID: nodeID, TopologyKeys: topologyKeys ?? null, Allocatable: null };
}

function validateDrivers(drivers: readonly CsiNodeDriver[], list: string): StatusCause[] {
  const names = new Set<string>();
  return drivers.flatMap(({ name, nodeID, topologyKeys, allocatable }, i) => {
    const field = `${list}[${i}]`;
    const count = allocatable?.count ?? 0;
    const isTwin = names.has(name);
    names.add(name);
    return [
      ...validateDriverName(name, `${field}.name`),
      ...validateNodeId(nodeID, `${field}.nodeID`),
      ...(count < 0
        ? [invalidValue(`${field}.allocatable.count`, count, 'must be greater than or equal to 0')]
        : []),
      ...(isTwin ? [duplicate(`${field}.name`, name)] : []),
      ...validateTopologyKeys(topologyKeys ?? [], field),
    ];
  });
}

function validateNodeId(id: string, field: string): StatusCause[] {
  if (id === '') return [required(field)];
  const isLong = byteLength(id) > MAX_NODE_ID_BYTES;
  return isLong ? [invalidValue(field, id, `must be ${MAX_NODE_ID_BYTES} characters or less`)] : [];
}

function validateTopologyKeys(keys: readonly string[], field: string): StatusCause[] {
  const seen = new Set<string>();
  return keys.flatMap((key) => {
    const isTwin = seen.has(key);
    seen.add(key);
    return [
      ...(key === '' ? [required(field)] : []),
      ...(isTwin ? [duplicate(field, key)] : []),
      ...malformed(field, key, qualifiedName(key)),
    ];
  });
}
