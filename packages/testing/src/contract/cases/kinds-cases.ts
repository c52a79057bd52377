import { contractCases } from '../contract-case.ts';
import { admissionCases } from './kinds-admission.ts';
import { controllerRevisionRow, cronJobRow, jobRow, podTemplateRow } from './kinds-batch.ts';
import {
  eventRow,
  leaseRow,
  namespaceRow,
  newEventRow,
  nodeRow,
  serviceAccountRow,
  signingRequestRow,
} from './kinds-cluster.ts';
import { claimRow, configMapRow, secretRow, storageClassRow, volumeRow } from './kinds-config-storage.ts';
import {
  endpointSliceRow,
  endpointsRow,
  ingressClassRow,
  ingressRow,
  networkPolicyRow,
} from './kinds-network.ts';
import { podTopicRows } from './kinds-pod-refused.ts';
import { podRow } from './kinds-pod.ts';
import {
  admissionPolicyRow,
  autoscalerRow,
  disruptionBudgetRow,
  limitRangeRow,
  priorityClassRow,
  resourceQuotaRow,
  runtimeClassRow,
} from './kinds-policy.ts';
import { clusterRoleBindingRow, clusterRoleRow, roleBindingRow, roleRow } from './kinds-rbac.ts';
import { kindCases } from './kinds-row.ts';
import { serviceCases, serviceRow } from './kinds-service.ts';
import { daemonSetRow, deploymentRow, replicaSetRow, statefulSetRow } from './kinds-workloads.ts';

const ROWS = [
  podRow,
  ...podTopicRows,
  deploymentRow,
  replicaSetRow,
  statefulSetRow,
  daemonSetRow,
  jobRow,
  cronJobRow,
  podTemplateRow,
  controllerRevisionRow,
  serviceRow,
  endpointsRow,
  endpointSliceRow,
  ingressRow,
  ingressClassRow,
  networkPolicyRow,
  configMapRow,
  secretRow,
  claimRow,
  volumeRow,
  storageClassRow,
  autoscalerRow,
  disruptionBudgetRow,
  priorityClassRow,
  resourceQuotaRow,
  limitRangeRow,
  runtimeClassRow,
  admissionPolicyRow,
  roleRow,
  clusterRoleRow,
  roleBindingRow,
  clusterRoleBindingRow,
  namespaceRow,
  nodeRow,
  leaseRow,
  serviceAccountRow,
  eventRow,
  newEventRow,
  signingRequestRow,
];

export const kindsCases = contractCases('kinds', [
  ...ROWS.flatMap(kindCases),
  ...serviceCases,
  ...admissionCases,
]);
