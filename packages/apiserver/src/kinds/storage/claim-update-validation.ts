import { isDeepStrictEqual } from 'node:util';
import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue } from '../fields/field-error.ts';
import { asJson } from '../fields/go-text.ts';
import { validateImmutable } from '../fields/object-meta-validation.ts';
import { compareQuantities, parseQuantity } from '@banyan/api/quantity';
import { unifiedDiff } from '../fields/unified-diff.ts';
import { internalClaimSpec } from '../pod/internal-form.ts';
import { CLASS_ANNOTATION, requestedStorage, type Claim, type ClaimSpec } from './claim-spec.ts';

const IMMUTABLE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

/** What of a claim may change: its volume and its class once, its size and attributes while it is bound. */
export function validateClaimSpecUpdate(claim: Readonly<Claim>, old: Readonly<Claim>): StatusCause[] {
  const movesToField = isClassMovedToField(claim, old);
  return [
    ...(movesToField ? [] : validateClassAnnotation(claim, old)),
    ...validateTheRest(claim, old, movesToField),
    ...validateSize(claim, old),
    ...validateImmutable(claim.spec.volumeMode, old.spec.volumeMode, 'volumeMode'),
    ...validateAttributesClass(claim, old),
  ];
}

/** The class of the old annotation may be named in its field instead. */
function isClassMovedToField({ metadata, spec }: Readonly<Claim>, old: Readonly<Claim>): boolean {
  const before = old.metadata.annotations?.[CLASS_ANNOTATION];
  const now = metadata.annotations?.[CLASS_ANNOTATION];
  return (
    before !== undefined &&
    old.spec.storageClassName === undefined &&
    spec.storageClassName === before &&
    (now === undefined || now === before)
  );
}

function validateClassAnnotation({ metadata }: Readonly<Claim>, old: Readonly<Claim>): StatusCause[] {
  const [now = '', before = ''] = [metadata, old.metadata].map(
    ({ annotations }) => annotations?.[CLASS_ANNOTATION],
  );
  if (now === before) return [];
  return [invalidValue(`metadata.annotations.${CLASS_ANNOTATION}`, now, 'field is immutable')];
}

/** Puts back what may change; whatever is still different may not. */
function validateTheRest(claim: Readonly<Claim>, old: Readonly<Claim>, movesToField: boolean): StatusCause[] {
  const spec = structuredClone(claim.spec);
  const before = structuredClone(old.spec);
  if ((before.volumeName ?? '') === '' && spec.volumeName !== undefined) before.volumeName = spec.volumeName;
  if (movesToField) delete spec.storageClassName;
  else if (isFirstClass(claim, old)) delete spec.storageClassName;
  if (claim.status.phase === 'Bound') putBackWhatGrows(spec, before);
  keepEqualQuantities(spec, before);
  if (isDeepStrictEqual(spec, before)) return [];
  const difference = unifiedDiff(pretty(before), pretty(spec));
  return [forbidden('spec', `${IMMUTABLE}\n${difference}`)];
}

/** A claim without a class may be given one, once. */
function isFirstClass({ spec }: Readonly<Claim>, old: Readonly<Claim>): boolean {
  const annotated = old.metadata.annotations?.[CLASS_ANNOTATION];
  return (
    spec.storageClassName !== undefined &&
    old.spec.storageClassName === undefined &&
    (annotated === undefined || annotated === spec.storageClassName)
  );
}

function putBackWhatGrows(spec: ClaimSpec, before: ClaimSpec): void {
  const storage = requestedStorage(before);
  if (spec.resources?.requests && storage !== undefined) spec.resources.requests['storage'] = storage;
  if (before.volumeAttributesClassName === undefined) delete spec.volumeAttributesClassName;
  else spec.volumeAttributesClassName = before.volumeAttributesClassName;
}

/** `1000` and `1k` are the same. */
function keepEqualQuantities(spec: ClaimSpec, before: ClaimSpec): void {
  for (const list of ['limits', 'requests'] as const) {
    const [now = {}, then = {}] = [spec.resources?.[list], before.resources?.[list]];
    for (const [name, text] of Object.entries(then)) {
      if (now[name] !== undefined && compare(now[name], text) === 0) now[name] = text;
    }
  }
}

/** It may be less than was asked for, if that could not be had; never less than there is. */
function validateSize({ spec }: Readonly<Claim>, old: Readonly<Claim>): StatusCause[] {
  const size = requestedStorage(spec) ?? '0';
  if (compare(size, requestedStorage(old.spec) ?? '0') >= 0) return [];
  if (compare(size, old.status.capacity?.['storage'] ?? '0') > 0) return [];
  return [forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity')];
}

function validateAttributesClass({ spec }: Readonly<Claim>, old: Readonly<Claim>): StatusCause[] {
  const name = spec.volumeAttributesClassName;
  const isChanged = name !== old.spec.volumeAttributesClassName;
  if (!isChanged || old.status.currentVolumeAttributesClassName === undefined) return [];
  if (name !== undefined && name !== '') return [];
  const what = name === undefined ? 'nil' : 'empty string';
  const why = `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  return [forbidden('spec.volumeAttributesClassName', why)];
}

function compare(a: string, b: string): number {
  const [left, right] = [parseQuantity(a), parseQuantity(b)];
  return left && right ? compareQuantities(left, right) : 0;
}

function pretty(spec: ClaimSpec): string {
  return asJson(internalClaimSpec(spec), ' ');
}
