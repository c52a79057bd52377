import { isDeepStrictEqual } from 'node:util';
import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, required } from '../fields/field-error.ts';
import { asJson } from '../fields/go-text.ts';
import { unifiedDiff } from '../fields/unified-diff.ts';
import { inRange } from '../fields/text-format.ts';
import type { Container } from './container-spec.ts';
import { validateImageSpaces } from './container-validation.ts';
import { internalPodSpec } from './internal-form.ts';
import type { PodSpec, Toleration } from './pod-spec.ts';
import { validateTolerations } from './scheduling-validation.ts';

const UPDATABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',');
const MAX_SECONDS = 2_147_483_647;

/** What of a Pod's spec may change, and how. Everything else stays as it was made. */
export function validatePodSpecUpdate(spec: PodSpec, old: PodSpec): StatusCause[] {
  const lists = ['containers', 'initContainers'] as const;
  const causes: StatusCause[] = [];
  for (const list of lists) {
    const { of, isOver } = validateContainerUpdates(spec[list] ?? [], old[list] ?? [], `spec.${list}`);
    causes.push(...of);
    if (isOver) return causes;
  }
  const deadline = validateDeadline(spec, old, 'spec.activeDeadlineSeconds');
  causes.push(...deadline);
  if (deadline.length > 0 && spec.activeDeadlineSeconds !== undefined) return causes;
  causes.push(...validateAddedTolerations(spec.tolerations ?? [], old.tolerations ?? [], 'spec.tolerations'));
  causes.push(...validateRemovedGates(spec, old));
  return [...causes, ...validateTheRest(spec, old)];
}

function validateContainerUpdates(
  containers: readonly Container[],
  old: readonly Container[],
  field: string,
): { of: StatusCause[]; isOver: boolean } {
  if (containers.length !== old.length)
    return { of: [forbidden(field, 'pod updates may not add or remove containers')], isOver: true };
  const of = containers.flatMap((container, i) => [
    ...((container.image ?? '') === '' ? [required(`${field}[${i}].image`)] : []),
    ...validateImageSpaces(container, `${field}[${i}]`),
  ]);
  return { of, isOver: false };
}

function validateDeadline(
  { activeDeadlineSeconds: seconds }: PodSpec,
  { activeDeadlineSeconds: oldSeconds }: PodSpec,
  field: string,
): StatusCause[] {
  if (seconds === undefined)
    return oldSeconds === undefined
      ? []
      : [invalidValue(field, null, 'must not update from a positive integer to nil value')];
  const [outOfRange] = inRange(seconds, 0, MAX_SECONDS);
  if (outOfRange !== undefined) return [invalidValue(field, seconds, outOfRange)];
  return oldSeconds !== undefined && oldSeconds < seconds
    ? [invalidValue(field, seconds, 'must be less than or equal to previous value')]
    : [];
}

function validateAddedTolerations(
  tolerations: readonly Toleration[],
  old: readonly Toleration[],
  field: string,
): StatusCause[] {
  const isKept = old.every((before) => tolerations.some((now) => isSameToleration(before, now)));
  if (!isKept)
    return [forbidden(field, 'existing toleration can not be modified except its tolerationSeconds')];
  return validateTolerations(tolerations, field);
}

function isSameToleration(a: Toleration, b: Toleration): boolean {
  const { tolerationSeconds: _a, ...before } = a;
  const { tolerationSeconds: _b, ...now } = b;
  return isDeepStrictEqual(before, now);
}

function validateRemovedGates({ schedulingGates = [] }: PodSpec, old: PodSpec): StatusCause[] {
  const places = new Map(schedulingGates.map(({ name }, i) => [name, i]));
  for (const { name } of old.schedulingGates ?? []) places.delete(name);
  return [...places].map(([name, i]) => {
    const why = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return forbidden(`spec.schedulingGates[${i}].name`, why);
  });
}

/** Puts back what may change; whatever is still different may not. */
function validateTheRest(spec: PodSpec, old: PodSpec): StatusCause[] {
  const munged: PodSpec = structuredClone(spec);
  munged.containers = withOldImages(munged.containers, old.containers);
  if (munged.initContainers)
    munged.initContainers = withOldImages(munged.initContainers, old.initContainers ?? []);
  putBack(munged, old, 'activeDeadlineSeconds');
  putBack(munged, old, 'schedulingGates');
  putBack(munged, old, 'tolerations');
  const wasNegative = (old.terminationGracePeriodSeconds ?? 0) < 0;
  if (wasNegative && munged.terminationGracePeriodSeconds === 1)
    putBack(munged, old, 'terminationGracePeriodSeconds');
  if ((old.schedulingGates ?? []).length > 0) putBackPlacement(munged, old);
  if (isDeepStrictEqual(munged, old)) return [];
  const difference = unifiedDiff(pretty(old), pretty(munged));
  return [forbidden('spec', `pod updates may not change fields other than ${UPDATABLE}\n${difference}`)];
}

/** A Pod that waits at a gate may still be told where to go. */
function putBackPlacement(munged: PodSpec, old: PodSpec): void {
  putBack(munged, old, 'nodeSelector');
  const affinity = { ...munged.affinity };
  if (old.affinity?.nodeAffinity) affinity.nodeAffinity = old.affinity.nodeAffinity;
  else delete affinity.nodeAffinity;
  if (Object.keys(affinity).length > 0) munged.affinity = affinity;
  else putBack(munged, old, 'affinity');
}

function withOldImages(containers: Container[], old: readonly Container[]): Container[] {
  return containers.map((container, i) => {
    const image = old[i]?.image;
    return { ...container, ...(image !== undefined && { image }) };
  });
}

function putBack<K extends keyof PodSpec>(spec: PodSpec, old: PodSpec, field: K): void {
  if (old[field] === undefined) delete spec[field];
  else spec[field] = old[field];
}

function pretty(spec: PodSpec): string {
  return asJson(internalPodSpec(spec), ' ');
}
