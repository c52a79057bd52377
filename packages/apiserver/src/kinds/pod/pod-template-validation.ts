import type { LabelSelector, StatusCause } from '@banyan/api';
import { matchesLabelSelector } from '@banyan/api';
import { forbidden, invalidValue, notSupported } from '../fields/field-error.ts';
import { sortedMap } from '../fields/go-text.ts';
import { validateLabels } from '../fields/label-validation.ts';
import { validateAnnotations } from '../fields/object-meta-validation.ts';
import { validatePodAnnotations } from './pod-annotations-validation.ts';
import { validatePodSpec } from './pod-spec-validation.ts';
import type { PodTemplateSpec } from './pod-spec.ts';

export function validatePodTemplate({ metadata, spec }: PodTemplateSpec, path: string): StatusCause[] {
  const isEphemeral = (spec.ephemeralContainers ?? []).length > 0;
  return [
    ...validateLabels(metadata.labels, `${path}.labels`),
    ...validateAnnotations(metadata.annotations, `${path}.annotations`),
    ...validatePodAnnotations(metadata.annotations, spec, `${path}.annotations`),
    ...validatePodSpec(spec, undefined, `${path}.spec`),
    ...(isEphemeral
      ? [forbidden(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}

/** `selector` must find the Pods that the template makes. An empty one is for the caller to judge. */
export function validateSelected(
  selector: LabelSelector | undefined,
  { metadata }: PodTemplateSpec,
  path: string,
): StatusCause[] {
  if (selector !== undefined && matchesLabelSelector(selector, metadata.labels)) return [];
  const labels = metadata.labels ? sortedMap(metadata.labels) : null;
  return [invalidValue(`${path}.metadata.labels`, labels, '`selector` does not match template `labels`')];
}

/** Pods that are kept running restart always, and have no end. `kind` as messages name it. */
export function validateRunsForever({ spec }: PodTemplateSpec, kind: string, path: string): StatusCause[] {
  const { restartPolicy = '', activeDeadlineSeconds } = spec;
  return [
    ...(restartPolicy === 'Always'
      ? []
      : [notSupported(`${path}.spec.restartPolicy`, restartPolicy, ['Always'])]),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [
          forbidden(
            `${path}.spec.activeDeadlineSeconds`,
            `activeDeadlineSeconds in ${kind} is not Supported`,
          ),
        ]),
  ];
}
