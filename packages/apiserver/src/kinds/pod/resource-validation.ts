import type { StatusCause } from '@banyan/api';
import { duplicate, forbidden, invalidValue, malformed, required } from '../fields/field-error.ts';
import { qualifiedName } from '../fields/name-format.ts';
import { compareQuantities, parseQuantity, type Quantity } from '../fields/quantity.ts';
import type { ResourceRequirements } from './container-spec.ts';
import type { PodSpec } from './pod-spec.ts';

const STANDARD_OF_CONTAINERS = ['cpu', 'memory', 'ephemeral-storage'];
const STANDARD = [
  ...STANDARD_OF_CONTAINERS,
  'configmaps',
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
  'requests.storage',
  'resourcequotas',
  'secrets',
  'services',
  'services.loadbalancers',
  'services.nodeports',
  'storage',
];
/** Counted in whole pieces. */
const INTEGER = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];

const ZERO: Quantity = { unscaled: 0n, scale: 0, format: 'DecimalSI' };

function quantity(text: string): Quantity {
  return parseQuantity(text) ?? ZERO;
}

export function validateContainerResources(
  resources: ResourceRequirements,
  spec: PodSpec,
  path: string,
): StatusCause[] {
  const { limits = {}, requests = {} } = resources;
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const isBareHugePages = names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory');
  return [
    ...Object.entries(limits).flatMap(([name, value]) => validateOne(name, value, `${path}.limits[${name}]`)),
    ...Object.entries(requests).flatMap(([name, value]) => [
      ...validateOne(name, value, `${path}.requests[${name}]`),
      ...validateRequest(name, value, limits[name], path),
    ]),
    ...(isBareHugePages ? [forbidden(path, 'HugePages require cpu or memory')] : []),
    ...validateClaims(resources.claims ?? [], spec, `${path}.claims`),
  ];
}

function validateOne(name: string, value: string, field: string): StatusCause[] {
  return [...validateName(name, field), ...validateResourceQuantity(name, value, field)];
}

function validateName(name: string, field: string): StatusCause[] {
  const ofName = malformed(field, name, qualifiedName(name));
  const isPlain = !name.includes('/');
  if (ofName.length === 0 && isPlain && !isStandard(name))
    ofName.push(invalidValue(field, name, 'must be a standard resource type or fully qualified'));
  if (isPlain && !STANDARD_OF_CONTAINERS.includes(name) && !isHugePages(name))
    return [...ofName, invalidValue(field, name, 'must be a standard resource for containers')];
  if (!isPlain && !isNative(name) && !isExtended(name))
    return [...ofName, invalidValue(field, name, "doesn't follow extended resource name standard")];
  return ofName;
}

function isStandard(name: string): boolean {
  return STANDARD.includes(name) || isHugePages(name) || name.startsWith('requests.hugepages-');
}

function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** What devices bring: `vendor.example/thing`. It must do as a quota's name too. */
function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0;
}

/** Not negative, and whole where there are no halves. */
function validateResourceQuantity(name: string, value: string, field: string): StatusCause[] {
  const isWhole = quantity(value).unscaled % 10n ** BigInt(Math.max(0, -quantity(value).scale)) === 0n;
  return [
    ...(quantity(value).unscaled < 0n
      ? [invalidValue(field, value, 'must be greater than or equal to 0')]
      : []),
    ...((INTEGER.includes(name) || isExtended(name)) && !isWhole
      ? [invalidValue(field, value, 'must be an integer')]
      : []),
  ];
}

function validateRequest(
  name: string,
  value: string,
  limit: string | undefined,
  path: string,
): StatusCause[] {
  const mayExceed = isNative(name) && !isHugePages(name);
  if (limit === undefined) {
    const why = 'Limit must be set for non overcommitable resources';
    return mayExceed ? [] : [required(`${path}.limits`, why)];
  }
  const order = compareQuantities(quantity(value), quantity(limit));
  if (order !== 0 && !mayExceed)
    return [invalidValue(`${path}.requests`, value, `must be equal to ${name} limit of ${limit}`)];
  if (order > 0)
    return [
      invalidValue(`${path}.requests`, value, `must be less than or equal to ${name} limit of ${limit}`),
    ];
  return [];
}

function validateClaims(
  claims: readonly { name: string; request?: string }[],
  { resourceClaims = [] }: PodSpec,
  field: string,
): StatusCause[] {
  const known = resourceClaims.map(({ name }) => name).sort();
  const seen = new Set<string>();
  return claims.flatMap(({ name, request }, i) => {
    if (name === '') return [required(`${field}[${i}]`)];
    const key = request === undefined ? name : `${name}/${request}`;
    const isTwin = seen.has(key) || seen.has(name);
    seen.add(key);
    const list = known.length === 0 ? ' which is empty' : `: ${known.join(', ')}`;
    const message = `Not found: ${JSON.stringify(name)}: must be one of the names in pod.spec.resourceClaims${list}`;
    return [
      ...(isTwin ? [duplicate(`${field}[${i}]`, key)] : []),
      ...(known.includes(name) ? [] : [{ reason: 'FieldValueNotFound', message, field: `${field}[${i}]` }]),
    ];
  });
}
