import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue } from '../fields/field-error.ts';
import type { Container } from '../pod/container-spec.ts';
import { internalPodSpec, internalTemplate } from '../pod/internal-form.ts';
import type { PodTemplateSpec } from '../pod/pod-spec.ts';
import type { JobSpec } from './job-spec.ts';

interface JobStatus {
  active?: number;
  conditions?: { type: string; status: string }[];
  startTime?: string;
}

/** The template of a Job is fixed, except that a suspended one may be told where to run and with how much. */
export function validateJobTemplateUpdate(
  object: Readonly<KubeObject>,
  oldObject: Readonly<KubeObject>,
): StatusCause[] {
  const { template } = object['spec'] as JobSpec;
  const { template: before, suspend } = oldObject['spec'] as JobSpec;
  const isOpen = suspend === true && isIdle((oldObject['status'] ?? {}) as JobStatus);
  if (!isOpen)
    return isDeepStrictEqual(template, before)
      ? []
      : [invalidValue('spec.template', internalTemplate(template), 'field is immutable')];
  const allowed = withResources(withPlacement(before, template), template);
  return isDeepStrictEqual(allowed.spec, template.spec)
    ? []
    : [invalidValue('spec.template.spec', internalPodSpec(template.spec), 'field is immutable')];
}

function isIdle({ active = 0, conditions = [], startTime }: JobStatus): boolean {
  const isSuspended = conditions.some(({ type, status }) => type === 'Suspended' && status === 'True');
  return active === 0 && (startTime === undefined || isSuspended);
}

/** The old template with the new one's say on where its Pods go. */
function withPlacement(old: PodTemplateSpec, { metadata, spec }: PodTemplateSpec): PodTemplateSpec {
  const { nodeSelector, tolerations, schedulingGates } = spec;
  const { nodeSelector: _n, tolerations: _t, schedulingGates: _s, affinity: before, ...rest } = old.spec;
  const { nodeAffinity: _a, ...others } = before ?? {};
  const affinity = {
    ...others,
    ...(spec.affinity?.nodeAffinity && { nodeAffinity: spec.affinity.nodeAffinity }),
  };
  return {
    metadata,
    spec: {
      ...rest,
      ...(nodeSelector && { nodeSelector }),
      ...(tolerations && { tolerations }),
      ...(schedulingGates && { schedulingGates }),
      ...((Object.keys(affinity).length > 0 || spec.affinity) && { affinity }),
    },
  };
}

function withResources(old: PodTemplateSpec, { spec }: PodTemplateSpec): PodTemplateSpec {
  const containers = resized(old.spec.containers, spec.containers);
  const initContainers =
    old.spec.initContainers && resized(old.spec.initContainers, spec.initContainers ?? []);
  return { ...old, spec: { ...old.spec, containers, ...(initContainers && { initContainers }) } };
}

function resized(old: Container[], containers: readonly Container[]): Container[] {
  if (old.length !== containers.length) return old;
  return old.map((before, i) => {
    const now = containers[i];
    return now?.name === before.name ? { ...before, resources: now.resources } : before;
  });
}
