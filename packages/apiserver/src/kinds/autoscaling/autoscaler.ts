import type { KubeObject, StatusCause } from '@banyan/api';
import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateNonNegative } from '../workloads/replica-validation.ts';
import {
  asAutoscaler,
  asOldAutoscaler,
  SPEC_ANNOTATIONS,
  STATUS_ANNOTATIONS,
  type OldAutoscaler,
} from './autoscaler-conversion.ts';
import { cpuMetric, DEFAULT_CPU_UTILIZATION, type Autoscaler, type ScalingRules } from './autoscaler-spec.ts';
import { validateAutoscaler } from './autoscaler-validation.ts';

const GROUP = 'autoscaling';
const KIND = 'HorizontalPodAutoscaler';

const SCALE_UP: ScalingRules = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
};
/** Its window is for the controller to know. */
const SCALE_DOWN: ScalingRules = {
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
};

const common = { namespaced: true, name: subdomainName, hasStatus: true };

export const autoscalerRules: KindRules = {
  kind: { group: GROUP, version: 'v2', kind: KIND },
  ...common,
  defaults: applyDefaults,
  validate: (object) => validateAutoscaler(object),
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateAutoscaler(object, old),
  ],
  status: { validateUpdate: validateStatus },
};

/** Whatever v1 cannot say is in annotations, and judged with the rest as v2. */
export const oldAutoscalerRules: KindRules = {
  kind: { group: GROUP, version: 'v1', kind: KIND },
  ...common,
  stored: {
    fromStorage: asOldAutoscaler,
    toStorage: (object) => {
      const stored = asAutoscaler(object);
      applyDefaults(stored);
      return stored;
    },
  },
  defaults: (draft: OldAutoscaler) => {
    if (draft.spec !== undefined) draft.spec.minReplicas ??= 1;
    // There and back again: what v2 assumes shows in v1 too.
    const { metadata, spec, status } = asOldAutoscaler(asAutoscaler(draft));
    Object.assign(draft, { spec, status });
    setAnnotations(draft.metadata, metadata.annotations);
  },
  prepareForCreate: ({ metadata }) => keepAnnotations(metadata, {}, STATUS_ANNOTATIONS),
  prepareForUpdate: ({ metadata }, old) => keepAnnotations(metadata, old.metadata, STATUS_ANNOTATIONS),
  validate: (object) => validateAutoscaler(asAutoscaler(object)),
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateAutoscaler(asAutoscaler(object), asAutoscaler(old)),
  ],
  status: {
    prepareForUpdate: ({ metadata }, old) => keepAnnotations(metadata, old.metadata, SPEC_ANNOTATIONS),
    validateUpdate: validateStatus,
  },
};

function applyDefaults({ spec }: Autoscaler): void {
  if (spec === undefined) return;
  spec.minReplicas ??= 1;
  if ((spec.metrics ?? []).length === 0) spec.metrics = [cpuMetric(DEFAULT_CPU_UTILIZATION)];
  if (spec.behavior === undefined) return;
  const { scaleUp, scaleDown } = spec.behavior;
  spec.behavior.scaleUp = { ...structuredClone(SCALE_UP), ...scaleUp };
  spec.behavior.scaleDown = { ...structuredClone(SCALE_DOWN), ...scaleDown };
}

function validateStatus(object: Readonly<KubeObject>, old: Readonly<KubeObject>): StatusCause[] {
  const { currentReplicas, desiredReplicas } = (object as Autoscaler).status ?? {};
  return [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateNonNegative(currentReplicas, 'status.currentReplicas'),
    ...validateNonNegative(desiredReplicas, 'status.desiredReplicas'),
  ];
}

type Metadata = KubeObject['metadata'];

/** These are as they were: they carry what the endpoint does not write. */
function keepAnnotations(metadata: Metadata, old: Readonly<Metadata>, keys: readonly string[]): void {
  const others = Object.entries(metadata.annotations ?? {}).filter(([key]) => !keys.includes(key));
  const kept = Object.entries(old.annotations ?? {}).filter(([key]) => keys.includes(key));
  setAnnotations(metadata, Object.fromEntries([...others, ...kept]));
}

function setAnnotations(metadata: Metadata, annotations: Readonly<Record<string, string>> | undefined): void {
  if (Object.keys(annotations ?? {}).length === 0) delete metadata.annotations;
  else metadata.annotations = { ...annotations };
}
