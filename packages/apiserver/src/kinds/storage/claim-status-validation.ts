import type { StatusCause } from '@banyan/api';
import { invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { qualifiedName } from '../fields/name-format.ts';
import { parseQuantity, roundedUp } from '@banyan/api/quantity';
import type { Claim } from './claim-spec.ts';

const RESIZE_STATUSES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
].sort();

const ALLOCATED = 'status.allocatedResources';
const STATUSES = 'status.allocatedResourceStatuses';

export function validateClaimStatus({ spec, status }: Readonly<Claim>): StatusCause[] {
  const { capacity = {}, allocatedResources = {}, allocatedResourceStatuses = {} } = status;
  return [
    ...((spec.accessModes ?? []).length === 0 ? [required('Spec.accessModes')] : []),
    ...Object.entries(capacity).flatMap(([name, text]) =>
      validateNotNegative(text, `status.capacity[${name}]`),
    ),
    ...Object.entries(allocatedResourceStatuses).flatMap(([name, value]) => [
      ...validateResourceKey(name, STATUSES),
      ...(RESIZE_STATUSES.includes(value) ? [] : [notSupported(STATUSES, name, RESIZE_STATUSES)]),
    ]),
    ...Object.entries(allocatedResources).flatMap(([name, text]) => {
      const ofKey = validateResourceKey(name, ALLOCATED);
      return ofKey.length > 0 ? ofKey : validateNotNegative(text, `${ALLOCATED}[${name}]`);
    }),
  ];
}

/** The message has the number alone. */
export function validateNotNegative(text: string, field: string): StatusCause[] {
  const quantity = parseQuantity(text);
  if (quantity === undefined || quantity.unscaled >= 0n) return [];
  const { unscaled, scale } = roundedUp(quantity, 0);
  const value = unscaled * 10n ** BigInt(scale);
  return value < 0n ? [invalidValue(field, Number(value), 'must be a valid resource quantity')] : [];
}

/** `storage`, or something with a domain of its own. */
function validateResourceKey(name: string, field: string): StatusCause[] {
  const ofForm = malformed(field, name, qualifiedName(name));
  if (ofForm.length > 0) return ofForm;
  const isNative = !name.includes('/') || name.includes('kubernetes.io/');
  return isNative && name !== 'storage' ? [notSupported(field, name, ['storage'])] : [];
}
