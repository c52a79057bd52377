import type { StatusCause } from '@banyan/api';
import { duplicate, forbidden, invalidValue, required } from '../fields/field-error.ts';
import { compareQuantities } from '@banyan/api/quantity';
import {
  isHugePages,
  isOvercommitted,
  quantityOf,
  validateContainerResourceName,
  validateResourceQuantity,
} from '../fields/resource-name.ts';
import type { ResourceRequirements } from './container-spec.ts';
import type { PodSpec } from './pod-spec.ts';

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
  return [...validateContainerResourceName(name, field), ...validateResourceQuantity(name, value, field)];
}

function validateRequest(
  name: string,
  value: string,
  limit: string | undefined,
  path: string,
): StatusCause[] {
  const mayExceed = isOvercommitted(name);
  if (limit === undefined) {
    const why = 'Limit must be set for non overcommitable resources';
    return mayExceed ? [] : [required(`${path}.limits`, why)];
  }
  const order = compareQuantities(quantityOf(value), quantityOf(limit));
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
