import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue } from '../../kinds/fields/field-error.ts';
import type { ScalePaths } from '../definitions/definition.ts';
import { nestedInteger, nestedText, type Nested } from './nested-field.ts';

const MAX_REPLICAS = 2_147_483_647;

/** The replicas that are asked for are a number of them, if they are there. */
export function validateScaleSpec(
  scale: ScalePaths | undefined,
  object: Readonly<KubeObject>,
): StatusCause[] {
  return scale === undefined ? [] : validateReplicas(object, scale.specReplicasPath);
}

/** The same of the replicas that there are, and of the selector. */
export function validateScaleStatus(
  scale: ScalePaths | undefined,
  object: Readonly<KubeObject>,
): StatusCause[] {
  if (scale === undefined) return [];
  const { statusReplicasPath, labelSelectorPath } = scale;
  const selector =
    labelSelectorPath === undefined
      ? []
      : problemOf(labelSelectorPath, nestedText(object, labelSelectorPath), '');
  return [...validateReplicas(object, statusReplicasPath), ...selector];
}

function validateReplicas(object: Readonly<KubeObject>, path: string): StatusCause[] {
  const found = nestedInteger(object, path);
  if ('problem' in found) return problemOf(path, found, 0);
  const replicas = found.value ?? 0;
  if (replicas < 0) return [invalidValue(path, replicas, 'should be a non-negative integer')];
  return replicas > MAX_REPLICAS
    ? [invalidValue(path, replicas, `should be less than or equal to ${MAX_REPLICAS}`)]
    : [];
}

function problemOf(path: string, found: Nested<unknown>, zero: unknown): StatusCause[] {
  return 'problem' in found ? [invalidValue(path, zero, found.problem)] : [];
}
