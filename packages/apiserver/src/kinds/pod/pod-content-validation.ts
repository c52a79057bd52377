import type { StatusCause } from '@banyan/api';
import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMeta } from '../fields/object-meta-validation.ts';
import { validateImageSpaces } from './container-validation.ts';
import { validatePodAnnotations } from './pod-annotations-validation.ts';
import { validatePodSpec } from './pod-spec-validation.ts';
import type { Pod } from './pod-spec.ts';

/** Everything of a Pod, as every endpoint that writes one looks at it. */
export function validateWholePod(pod: Pod): StatusCause[] {
  return [
    ...validateObjectMeta(pod.metadata, { namespaced: true, name: subdomainName }),
    ...validatePodContent(pod),
  ];
}

/** The same without its metadata. */
export function validatePodContent({ metadata, spec }: Pod): StatusCause[] {
  return [
    ...validatePodAnnotations(metadata.annotations, spec, 'metadata.annotations'),
    ...validatePodSpec(spec, metadata, 'spec'),
    ...(spec.containers ?? []).flatMap((each, i) => validateImageSpaces(each, `spec.containers[${i}]`)),
    ...(spec.initContainers ?? []).flatMap((each, i) =>
      validateImageSpaces(each, `spec.initContainers[${i}]`),
    ),
  ];
}
