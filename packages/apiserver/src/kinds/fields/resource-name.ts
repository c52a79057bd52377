import type { StatusCause } from '@banyan/api';
import { invalidValue, malformed } from './field-error.ts';
import { qualifiedName } from './name-format.ts';
import { parseQuantity, type Quantity } from '@banyan/api/quantity';

/** Names of what is asked for, given and counted: `cpu`, `vendor.example/thing`. */

const STANDARD_OF_CONTAINERS = ['cpu', 'memory', 'ephemeral-storage'];

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

/** What a quota can be about. */
const STANDARD_OF_QUOTAS = [
  ...STANDARD_OF_CONTAINERS,
  ...INTEGER,
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
  'requests.storage',
];

const ZERO: Quantity = { unscaled: 0n, scale: 0, format: 'DecimalSI' };

/** Zero for what is no quantity: it was refused before. */
export function quantityOf(text: string): Quantity {
  return parseQuantity(text) ?? ZERO;
}

export function validateResourceName(name: string, field: string): StatusCause[] {
  const ofName = malformed(field, name, qualifiedName(name));
  if (ofName.length > 0 || name.includes('/') || name === 'storage' || isStandardOfQuotas(name))
    return ofName;
  return [invalidValue(field, name, 'must be a standard resource type or fully qualified')];
}

export function validateContainerResourceName(name: string, field: string): StatusCause[] {
  const ofName = validateResourceName(name, field);
  if (!name.includes('/')) {
    if (STANDARD_OF_CONTAINERS.includes(name) || isHugePages(name)) return ofName;
    return [...ofName, invalidValue(field, name, 'must be a standard resource for containers')];
  }
  if (isNative(name) || isExtended(name)) return ofName;
  return [...ofName, invalidValue(field, name, "doesn't follow extended resource name standard")];
}

export function validateQuotaResourceName(name: string, field: string): StatusCause[] {
  const ofName = validateResourceName(name, field);
  if (name.includes('/') || isStandardOfQuotas(name)) return ofName;
  return [...ofName, invalidValue(field, name, 'must be a standard resource for quota')];
}

/** Not negative, and whole where there are no halves. */
export function validateResourceQuantity(name: string, value: string, field: string): StatusCause[] {
  const { unscaled, scale } = quantityOf(value);
  const isWhole = unscaled % 10n ** BigInt(Math.max(0, -scale)) === 0n;
  return [
    ...(unscaled < 0n ? [invalidValue(field, value, 'must be greater than or equal to 0')] : []),
    ...((INTEGER.includes(name) || isExtended(name)) && !isWhole
      ? [invalidValue(field, value, 'must be an integer')]
      : []),
  ];
}

export function isStandardOfQuotas(name: string): boolean {
  return STANDARD_OF_QUOTAS.includes(name) || isHugePages(name) || name.startsWith('requests.hugepages-');
}

export function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

/** More may be promised of it than there is. */
export function isOvercommitted(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}

function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** What devices bring: `vendor.example/thing`. It must do as a quota's name too. */
function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0;
}
