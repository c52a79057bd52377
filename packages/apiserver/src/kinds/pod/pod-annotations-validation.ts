import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue } from '../fields/field-error.ts';
import { validateDescendingPath } from './path-validation.ts';
import type { PodSpec } from './pod-spec.ts';

type Annotations = Readonly<Record<string, string>> | undefined;

const MIRROR = 'kubernetes.io/config.mirror';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';
const PROFILES = ['runtime/default', 'docker/default', 'unconfined'];

/** Annotations that mean something to Pods. */
export function validatePodAnnotations(
  annotations: Annotations,
  spec: PodSpec,
  field: string,
): StatusCause[] {
  const cost = annotations?.[DELETION_COST];
  const mirror = annotations?.[MIRROR];
  return [
    ...(mirror !== undefined && (spec.nodeName ?? '') === ''
      ? [
          invalidValue(
            `${field}[${MIRROR}]`,
            mirror,
            'must set spec.nodeName if mirror pod annotation is set',
          ),
        ]
      : []),
    ...(cost !== undefined && !isDeletionCost(cost)
      ? [invalidValue(`${field}[${DELETION_COST}]`, cost, 'must be a 32bit integer')]
      : []),
    ...Object.entries(annotations ?? {}).flatMap(([key, value]) =>
      key === SECCOMP_POD || key.startsWith(SECCOMP_CONTAINER)
        ? validateSeccomp(value, `${field}.${key}`)
        : [],
    ),
  ];
}

/** Which of them may change in the life of a Pod. */
export function validatePodAnnotationUpdate(
  annotations: Annotations,
  old: Annotations,
  field: string,
): StatusCause[] {
  const [now, before] = [annotations?.[MIRROR], old?.[MIRROR]];
  if (now === before) return [];
  const why =
    before === undefined
      ? 'may not add mirror pod annotation'
      : 'may not remove or update mirror pod annotation';
  return [forbidden(`${field}[${MIRROR}]`, why)];
}

function isDeletionCost(text: string): boolean {
  const value = Number(text);
  return /^(0|-?[1-9]\d*)$/.test(text) && value >= -2_147_483_648 && value <= 2_147_483_647;
}

function validateSeccomp(profile: string, field: string): StatusCause[] {
  if (PROFILES.includes(profile)) return [];
  if (profile.startsWith('localhost/'))
    return validateDescendingPath(profile.slice('localhost/'.length), field);
  return [invalidValue(field, profile, 'must be a valid seccomp profile')];
}
