import type { StatusCause } from '@banyan/api';
import { duplicate, invalidValue, notSupported, required } from '../fields/field-error.ts';
import { validateLabelName } from '../fields/label-validation.ts';
import { labelValue } from '../fields/name-format.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';

export interface Taint {
  key?: string;
  value?: string;
  effect?: string;
  timeAdded?: string;
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function validateTaints(taints: readonly Taint[], field: string): StatusCause[] {
  const repeated = repeatedPlaces(taints.map(({ key = '', effect = '' }) => `${effect} ${key}`));
  return taints.flatMap((taint, i) => {
    const { key = '', value = '', effect = '' } = taint;
    const reasons = labelValue(value);
    return [
      ...validateLabelName(key, `${field}[${i}].key`),
      ...(reasons.length > 0 ? [invalidValue(`${field}[${i}].value`, value, reasons.join(';'))] : []),
      ...validateEffect(effect, `${field}[${i}].effect`),
      ...(repeated.has(i) ? [duplicateTaint(taint, `${field}[${i}]`)] : []),
    ];
  });
}

function validateEffect(effect: string, field: string): StatusCause[] {
  if (effect === '') return [required(field)];
  return EFFECTS.includes(effect) ? [] : [notSupported(field, effect, EFFECTS)];
}

function duplicateTaint({ key = '', value = '', effect = '', timeAdded }: Taint, field: string): StatusCause {
  const shown = { Key: key, Value: value, Effect: effect, TimeAdded: timeAdded ?? null };
  const cause = duplicate(field, shown);
  return { ...cause, message: `${cause.message}: taints must be unique by key and effect pair` };
}
