import type { KubeObject, StatusCause } from '@banyan/api';
import { duplicate, forbidden, invalidValue } from '../fields/field-error.ts';
import { cidr, ipFamily } from '../fields/ip-format.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import { validateResourceQuantity } from '../fields/resource-name.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateTaints, type Taint } from './taint-validation.ts';

interface Node extends KubeObject {
  spec?: NodeSpec;
  status?: NodeStatus;
}

interface NodeSpec {
  podCIDR?: string;
  podCIDRs?: string[];
  providerID?: string;
  unschedulable?: boolean;
  taints?: Taint[];
  configSource?: object;
  externalID?: string;
}

interface NodeStatus {
  capacity?: Record<string, string>;
  allocatable?: Record<string, string>;
  addresses?: { type?: string; address?: string }[];
  config?: object;
}

/** A node is not ready before somebody says so. Who finds that it is takes this away. */
const NOT_READY: Taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

export const nodeRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'Node' },
  namespaced: false,
  name: subdomainName,
  hasStatus: true,
  keepsFirstStatus: true,
  defaults: ({ spec, status }: Node) => {
    if (spec !== undefined) agreeOnCidrs(spec);
    if (status?.capacity !== undefined) status.allocatable ??= { ...status.capacity };
  },
  prepareForCreate: (draft: Node) => {
    const { configSource: _, ...spec } = draft.spec ?? {};
    const { config: _config, ...status } = draft.status ?? {};
    const taints = spec.taints ?? [];
    const isTainted = taints.some(({ key, effect }) => key === NOT_READY.key && effect === NOT_READY.effect);
    draft.spec = { ...spec, taints: isTainted ? taints : [...taints, { ...NOT_READY }] };
    draft.status = status;
  },
  prepareForUpdate: ({ spec }: Node, old: Readonly<Node>) => {
    if (old.spec?.configSource === undefined) delete spec?.configSource;
  },
  validate: validateNode,
  validateUpdate: (object, old) => [
    ...validateObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
    ...validateNode(object),
    ...validateNodeUpdate(object, old),
  ],
  status: {
    prepareForUpdate: ({ status }: Node, old: Readonly<Node>) => {
      if (old.status?.config === undefined) delete status?.config;
    },
    validateUpdate: validateNodeUpdate,
  },
  warnings: ({ spec }: Readonly<Node>) =>
    (spec?.externalID ?? '') === ''
      ? []
      : ['spec.externalID: this field is deprecated, and is unused by Kubernetes'],
  selectableFields: ({ spec }: Readonly<Node>) => ({
    'spec.unschedulable': String(spec?.unschedulable ?? false),
  }),
};

/** The single field is that of older clients, and has the last word. */
function agreeOnCidrs(spec: NodeSpec): void {
  const { podCIDR = '', podCIDRs = [] } = spec;
  if (podCIDR !== '' && podCIDRs[0] !== podCIDR) spec.podCIDRs = [podCIDR];
  const [first] = spec.podCIDRs ?? [];
  if (first !== undefined) spec.podCIDR = first;
}

function validateNode({ spec = {}, status = {} }: Readonly<Node>): StatusCause[] {
  return [
    ...validateTaints(spec.taints ?? [], 'metadata.taints'),
    ...validateResources(status),
    ...validateCidrs(spec.podCIDRs ?? [], 'spec.podCIDRs'),
  ];
}

function validateResources({ capacity = {}, allocatable = {} }: NodeStatus): StatusCause[] {
  const validate = (amounts: Record<string, string>, field: string) =>
    Object.entries(amounts).flatMap(([name, value]) =>
      validateResourceQuantity(name, value, `${field}.${name}`),
    );
  return [...validate(capacity, 'status.capacity'), ...validate(allocatable, 'status.allocatable')];
}

function validateCidrs(cidrs: readonly string[], field: string): StatusCause[] {
  const ofEach = cidrs.flatMap((value, i) =>
    cidr(value).map((why) => invalidValue(`${field}[${i}]`, value, why)),
  );
  if (cidrs.length < 2) return ofEach;
  const families = new Set(cidrs.map(ipFamily));
  if (cidrs.length === 2 && families.size === 2) return ofEach;
  return [...ofEach, invalidValue(field, cidrs, 'may specify no more than one CIDR for each IP family')];
}

function validateNodeUpdate(object: Readonly<Node>, old: Readonly<Node>): StatusCause[] {
  const { spec = {}, status = {} } = object;
  return [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateResources(status),
    ...validateAddresses(status.addresses ?? []),
    ...validateSameCidrs(spec.podCIDRs ?? [], old.spec?.podCIDRs ?? []),
    ...((old.spec?.providerID ?? '') !== '' && old.spec?.providerID !== spec.providerID
      ? [forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid')]
      : []),
    ...validateTaints(spec.taints ?? [], 'metadata.taints'),
    ...((spec.externalID ?? '') === (old.spec?.externalID ?? '')
      ? []
      : [forbidden('spec.externalID', 'may not be updated')]),
  ];
}

function validateAddresses(addresses: readonly { type?: string; address?: string }[]): StatusCause[] {
  const shown = addresses.map(({ type = '', address = '' }) => ({ Type: type, Address: address }));
  const repeated = repeatedPlaces(shown.map((each) => JSON.stringify(each)));
  return shown.flatMap((each, i) => (repeated.has(i) ? [duplicate(`status.addresses[${i}]`, each)] : []));
}

function validateSameCidrs(cidrs: readonly string[], old: readonly string[]): StatusCause[] {
  if (old.length === 0) return [];
  const why = 'node updates may not change podCIDR except from "" to valid';
  const changes = old.length === cidrs.length ? old.filter((value, i) => value !== cidrs[i]).length : 1;
  return Array.from({ length: changes }, () => forbidden('spec.podCIDRs', why));
}
