import { parseApiVersion, type KubeObject } from '@banyan/api';

/** Kinds that others need come before those; `group/kind`, with an empty group for the core. */
const RANKS: readonly (readonly string[])[] = [
  ['/Namespace', 'apiextensions.k8s.io/CustomResourceDefinition'],
  [
    '/ResourceQuota',
    '/LimitRange',
    'scheduling.k8s.io/PriorityClass',
    'storage.k8s.io/StorageClass',
    'node.k8s.io/RuntimeClass',
    'networking.k8s.io/IngressClass',
    'networking.k8s.io/NetworkPolicy',
  ],
  [
    '/ServiceAccount',
    '/Secret',
    '/ConfigMap',
    '/PersistentVolume',
    '/PersistentVolumeClaim',
    'policy/PodDisruptionBudget',
    'rbac.authorization.k8s.io/ClusterRole',
    'rbac.authorization.k8s.io/Role',
  ],
  ['rbac.authorization.k8s.io/ClusterRoleBinding', 'rbac.authorization.k8s.io/RoleBinding', '/Service'],
  [
    '/Pod',
    '/ReplicationController',
    'apps/Deployment',
    'apps/ReplicaSet',
    'apps/StatefulSet',
    'apps/DaemonSet',
    'batch/Job',
    'batch/CronJob',
  ],
  ['autoscaling/HorizontalPodAutoscaler', 'networking.k8s.io/Ingress'],
];
const RANK_OF: ReadonlyMap<string, number> = new Map(
  RANKS.flatMap((kinds, rank) => kinds.map((kind) => [kind, rank] as const)),
);
/** Custom resources among them. */
const REST = RANKS.length;
/** What can stand in the way of everything else, so it comes when everything else is there. */
const LAST: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'apiregistration.k8s.io/APIService',
]);

export function kindRank(group: string, kind: string): number {
  const key = `${group}/${kind}`;
  return LAST.has(key) ? REST + 1 : (RANK_OF.get(key) ?? REST);
}

export function objectRank({ apiVersion, kind }: KubeObject): number {
  return kindRank(parseApiVersion(apiVersion).group, kind);
}
