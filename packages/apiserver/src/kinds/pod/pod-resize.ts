import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, StatusCause } from '@banyan/api';
import { forbidden, invalidValue } from '../fields/field-error.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { SubresourceRules } from '../kind-rules.ts';
import type { Container, ResourceRequirements } from './container-spec.ts';
import { keepAllBut } from './keep-all-but.ts';
import { validateWholePod } from './pod-content-validation.ts';
import { qosClassOf } from './pod-qos.ts';
import type { Pod } from './pod-spec.ts';

type ContainerList = 'containers' | 'initContainers';
const ONLY_COMPUTE = 'only cpu and memory resources are mutable';

/** The processors and the memory of a Pod that runs. */
export const resizeRules: SubresourceRules = {
  prepareForUpdate: (draft, old) => {
    const [{ spec }, { spec: before }] = [asPod(draft), asPod(old)];
    if (!haveSameCount(spec, before)) return;
    const containers = resized(spec.containers, before.containers);
    const initContainers = before.initContainers && resized(spec.initContainers ?? [], before.initContainers);
    keepAllBut(draft, old, { ...before, resources: spec.resources, containers, initContainers });
  },
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateWholePod(asPod(object)),
    ...validateResize(asPod(object), asPod(old)),
  ],
};

function asPod(object: Readonly<KubeObject>): Pod {
  return object as unknown as Pod;
}

function haveSameCount(a: Pod['spec'], b: Pod['spec']): boolean {
  return (['containers', 'initContainers'] as const).every(
    (list) => (a[list] ?? []).length === (b[list] ?? []).length,
  );
}

/** As they were, with the new sizes; renamed ones as they came, for validation to refuse. */
function resized(containers: Container[], old: Container[]): Container[] {
  if (containers.some(({ name }, i) => name !== old[i]?.name)) return containers;
  return old.map((before, i) => {
    const { resizePolicy: _, ...kept } = before;
    const { resources = before.resources, resizePolicy } = containers[i] ?? {};
    return { ...kept, resources, ...(resizePolicy && { resizePolicy }) };
  });
}

function validateResize({ spec, status }: Pod, old: Pod): StatusCause[] {
  const why = 'Pod QOS Class may not change as a result of resizing';
  const before = old.status.qosClass ?? qosClassOf(old.spec);
  const misplaced = (['containers', 'initContainers'] as const).flatMap((list) =>
    validateOrder(spec, old.spec, list),
  );
  return [
    ...(before === qosClassOf(spec) ? [] : [invalidValue('spec', status.qosClass ?? '', why)]),
    ...misplaced,
    ...(misplaced.length > 0 ? [] : validateSizes(spec, old.spec)),
  ];
}

function validateOrder(spec: Pod['spec'], old: Pod['spec'], list: ContainerList): StatusCause[] {
  const [containers, before] = [spec[list] ?? [], old[list] ?? []];
  if (containers.length !== before.length)
    return [forbidden(`spec.${list}`, `${list} may not be added or removed on resize`)];
  return before.flatMap(({ name }, i) =>
    containers[i]?.name === name
      ? []
      : [forbidden(`spec.${list}[${i}].name`, `${list} may not be renamed or reordered on resize`)],
  );
}

function validateSizes(spec: Pod['spec'], old: Pod['spec']): StatusCause[] {
  return [
    ...validateNotRemoved(spec, old, 'initContainers'),
    ...validateNotRemoved(spec, old, 'containers'),
    ...old.containers.flatMap((before, i) =>
      isOnlyCompute(spec.containers[i], before) ? [] : [forbidden('spec', ONLY_COMPUTE)],
    ),
    ...(old.initContainers ?? []).flatMap((before, i) => validateInit(spec.initContainers?.[i], before, i)),
  ];
}

function validateInit(container: Container | undefined, before: Container, i: number): StatusCause[] {
  if (before.restartPolicy !== 'Always')
    return isDeepStrictEqual(container, before)
      ? []
      : [forbidden('spec', 'resources for non-sidecar init containers are immutable')];
  const why = 'only cpu and memory resources for init or sidecar containers are mutable';
  return isOnlyCompute(container, before) ? [] : [forbidden(`spec.initContainers[${i}]`, why)];
}

function validateNotRemoved(spec: Pod['spec'], old: Pod['spec'], list: ContainerList): StatusCause[] {
  return (old[list] ?? []).flatMap(({ resources, restartPolicy }, i) => {
    if (list === 'initContainers' && restartPolicy !== 'Always') return [];
    const now = spec[list]?.[i]?.resources ?? {};
    return (['requests', 'limits'] as const).flatMap((kind) =>
      Object.keys(resources[kind] ?? {}).every((name) => now[kind]?.[name] !== undefined)
        ? []
        : [forbidden(`spec.${list}[${i}].resources.${kind}`, `resource ${kind} cannot be removed`)],
    );
  });
}

function isOnlyCompute(container: Container | undefined, before: Container): boolean {
  if (container === undefined) return false;
  return isDeepStrictEqual(withoutCompute(container), withoutCompute(before));
}

function withoutCompute(container: Container): Container {
  const others = (list: Record<string, string> = {}) =>
    Object.fromEntries(Object.entries(list).filter(([name]) => name !== 'cpu' && name !== 'memory'));
  const { limits, requests, claims = [] } = container.resources;
  const resources: ResourceRequirements = { limits: others(limits), requests: others(requests), claims };
  return { ...container, resources };
}
