import type { ApiServiceSpec } from './api-service.ts';

/** The order in which clients try groups for a short name; as kube-apiserver has it. */
const GROUP_PRIORITIES: Readonly<Record<string, number>> = {
  '': 18_000,
  apps: 17_800,
  'events.k8s.io': 17_750,
  'authentication.k8s.io': 17_700,
  'authorization.k8s.io': 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  'certificates.k8s.io': 17_300,
  'networking.k8s.io': 17_200,
  policy: 17_100,
  'rbac.authorization.k8s.io': 17_000,
  'storage.k8s.io': 16_800,
  'apiextensions.k8s.io': 16_700,
  'admissionregistration.k8s.io': 16_700,
  'scheduling.k8s.io': 16_600,
  'coordination.k8s.io': 16_500,
  'node.k8s.io': 16_300,
  'discovery.k8s.io': 16_200,
  'resource.k8s.io': 16_200,
  'flowcontrol.apiserver.k8s.io': 16_100,
};

const USUAL_VERSION_PRIORITY = 15;

const VERSION_PRIORITIES: Readonly<Record<string, number>> = {
  '/v1': 1,
  'autoscaling/v2': 30,
  'flowcontrol.apiserver.k8s.io/v1': 21,
  'resource.k8s.io/v1': 21,
};

/** Of a group that the server has by itself; undefined if it has no place in the order. */
export function builtInSpec(group: string, version: string): ApiServiceSpec | undefined {
  const groupPriorityMinimum = GROUP_PRIORITIES[group];
  if (groupPriorityMinimum === undefined) return undefined;
  const versionPriority = VERSION_PRIORITIES[`${group}/${version}`] ?? USUAL_VERSION_PRIORITY;
  return { ...(group !== '' && { group }), version, groupPriorityMinimum, versionPriority };
}

/** Of a group that custom resources are in: after all that is built in, versions in their usual order. */
export function customSpec(group: string, version: string): ApiServiceSpec {
  return { group, version, groupPriorityMinimum: 1000, versionPriority: 100 };
}
