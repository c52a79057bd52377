import type { KubeObject, StatusCause } from '@banyan/api';
import { timestamp } from '../../registry/object-draft.ts';
import { forbidden } from '../fields/field-error.ts';
import { dnsLabel, subdomainName } from '../fields/name-format.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindEnvironment } from '../kind-environment.ts';
import type { KindRules } from '../kind-rules.ts';
import { ephemeralContainersRules } from './ephemeral-containers.ts';
import { extendSelectors } from './extend-selectors.ts';
import { admitPod, admitPodUpdate, requireKnownOverhead } from './pod-admission.ts';
import { validatePodAnnotations, validatePodAnnotationUpdate } from './pod-annotations-validation.ts';
import { applyPodDefaults } from './pod-defaults.ts';
import { validatePodContent, validateWholePod } from './pod-content-validation.ts';
import { qosClassOf } from './pod-qos.ts';
import { resizeRules } from './pod-resize.ts';
import { validatePodSpecUpdate } from './pod-update-validation.ts';
import type { Pod } from './pod-spec.ts';
import { alignPodAddresses, preparePodStatus, validatePodStatus } from './pod-status.ts';
import { podWarnings } from './pod-warnings.ts';

export function podRules(environment: KindEnvironment): KindRules {
  return {
    kind: { group: '', version: 'v1', kind: 'Pod' },
    namespaced: true,
    name: subdomainName,
    generation: 'spec',
    hasStatus: true,
    defaults: (draft) => {
      alignPodAddresses(asPod(draft));
      applyPodDefaults(asPod(draft));
    },
    prepareForCreate: (draft, { now }) => {
      const pod = asPod(draft);
      admitPod(pod, environment);
      pod.status = { phase: 'Pending', qosClass: qosClassOf(pod.spec) };
      if (pod.spec.schedulingGates) pod.status.conditions = [gatedCondition(now())];
      extendSelectors(pod);
    },
    prepareForUpdate: (draft, old) => admitPodUpdate(asPod(draft), asPod(old)),
    validate: (object) => validateNewPod(asPod(object)),
    validateUpdate: (object, old) => validatePodUpdate(asPod(object), asPod(old)),
    warnings: (object, old) => (old === undefined ? newPodWarnings(asPod(object)) : []),
    allocate: (draft, old) => {
      if (old === undefined) requireKnownOverhead(asPod(draft), environment);
    },
    selectableFields: (object) => selectableFields(asPod(object)),
    gracePeriodSeconds: (object, asked) => gracePeriodSeconds(asPod(object), asked),
    subresources: { ephemeralcontainers: ephemeralContainersRules, resize: resizeRules },
    status: {
      prepareForUpdate: (draft, old) => preparePodStatus(asPod(draft), asPod(old)),
      validateUpdate: (object, old) => validatePodStatus(asPod(object), asPod(old)),
    },
  };
}

function asPod(object: Readonly<KubeObject>): Pod {
  return object as unknown as Pod;
}

/** A Pod that waits at a gate is not looked at by the scheduler, so the server says so itself. */
function gatedCondition(now: Date) {
  return {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: timestamp(now),
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };
}

function newPodWarnings(pod: Pod): string[] {
  const reasons = dnsLabel(pod.metadata.name ?? '');
  const why = `this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [${reasons.join(' ')}]`;
  return [...(reasons.length === 0 ? [] : [`metadata.name: ${why}`]), ...podWarnings(pod)];
}

function validateNewPod(pod: Pod): StatusCause[] {
  const { ephemeralContainers = [], nodeName = '', schedulingGates = [] } = pod.spec;
  const gated = 'cannot be set until all schedulingGates have been cleared';
  return [
    ...validatePodContent(pod),
    ...(ephemeralContainers.length > 0
      ? [forbidden('spec.ephemeralContainers', 'cannot be set on create')]
      : []),
    ...(nodeName !== '' && schedulingGates.length > 0 ? [forbidden('spec.nodeName', gated)] : []),
  ];
}

function validatePodUpdate(pod: Pod, old: Pod): StatusCause[] {
  return [
    ...validateObjectMetaUpdate(pod.metadata, old.metadata),
    ...validateWholePod(pod),
    ...validatePodAnnotationUpdate(
      pod.metadata.annotations,
      old.metadata.annotations,
      'metadata.annotations',
    ),
    ...validatePodAnnotations(pod.metadata.annotations, pod.spec, 'metadata.annotations'),
    ...validatePodSpecUpdate(pod.spec, old.spec),
  ];
}

function selectableFields({ spec, status }: Pod): Record<string, string> {
  return {
    'spec.nodeName': spec.nodeName ?? '',
    'spec.restartPolicy': spec.restartPolicy ?? '',
    'spec.schedulerName': spec.schedulerName ?? '',
    'spec.serviceAccountName': spec.serviceAccountName ?? '',
    'spec.hostNetwork': String(spec.hostNetwork ?? false),
    'status.phase': status.phase ?? '',
    'status.podIP': status.podIPs?.[0]?.ip ?? '',
    'status.nominatedNodeName': status.nominatedNodeName ?? '',
  };
}

/** What never ran, or has ended, needs no time to end. */
function gracePeriodSeconds({ spec, status }: Pod, asked: number | undefined): number {
  const isOver = status.phase === 'Failed' || status.phase === 'Succeeded';
  if ((spec.nodeName ?? '') === '' || isOver) return 0;
  const seconds = asked ?? spec.terminationGracePeriodSeconds ?? 0;
  return seconds < 0 ? 1 : seconds;
}
