import type { GroupVersionResource } from '@banyan/api';
import type { TableColumn } from '../registry/served-resource.ts';
import {
  MUTATING_POLICY_COLUMNS,
  POLICY_BINDING_COLUMNS,
  VALIDATING_POLICY_COLUMNS,
  WEBHOOK_COLUMNS,
} from './admission-columns.ts';
import { AUTOSCALER_COLUMNS, DISRUPTION_BUDGET_COLUMNS } from './autoscaling-columns.ts';
import { CRON_JOB_COLUMNS, JOB_COLUMNS } from './batch-columns.ts';
import {
  API_SERVICE_COLUMNS,
  COMPONENT_STATUS_COLUMNS,
  LEASE_COLUMNS,
  NAMESPACE_COLUMNS,
  NODE_COLUMNS,
  PRIORITY_CLASS_COLUMNS,
  RUNTIME_CLASS_COLUMNS,
} from './cluster-columns.ts';
import { NAME_AND_AGE_COLUMNS, PLAIN_COLUMNS } from './column.ts';
import { CONFIG_MAP_COLUMNS, RESOURCE_QUOTA_COLUMNS, SECRET_COLUMNS } from './config-columns.ts';
import { RESOURCE_CLAIM_COLUMNS, RESOURCE_SLICE_COLUMNS } from './device-columns.ts';
import { EVENT_COLUMNS } from './event-columns.ts';
import { FLOW_SCHEMA_COLUMNS, PRIORITY_LEVEL_COLUMNS } from './flow-control-columns.ts';
import {
  ENDPOINT_SLICE_COLUMNS,
  ENDPOINTS_COLUMNS,
  INGRESS_CLASS_COLUMNS,
  INGRESS_COLUMNS,
  IP_ADDRESS_COLUMNS,
  NETWORK_POLICY_COLUMNS,
  SERVICE_CIDR_COLUMNS,
  SERVICE_COLUMNS,
} from './network-columns.ts';
import { POD_COLUMNS, POD_TEMPLATE_COLUMNS } from './pod-columns.ts';
import { ROLE_BINDING_COLUMNS, SIGNING_REQUEST_COLUMNS } from './security-columns.ts';
import {
  CSI_DRIVER_COLUMNS,
  CSI_NODE_COLUMNS,
  PERSISTENT_VOLUME_CLAIM_COLUMNS,
  PERSISTENT_VOLUME_COLUMNS,
  STORAGE_CLASS_COLUMNS,
  VOLUME_ATTACHMENT_COLUMNS,
  VOLUME_ATTRIBUTES_CLASS_COLUMNS,
} from './storage-columns.ts';
import {
  CONTROLLER_REVISION_COLUMNS,
  DAEMON_SET_COLUMNS,
  DEPLOYMENT_COLUMNS,
  REPLICA_SET_COLUMNS,
  REPLICATION_CONTROLLER_COLUMNS,
  STATEFUL_SET_COLUMNS,
} from './workload-columns.ts';

/** By plural and group, as in `deployments.apps`. */
const COLUMNS: ReadonlyMap<string, readonly TableColumn[]> = new Map([
  ['componentstatuses', COMPONENT_STATUS_COLUMNS],
  ['configmaps', CONFIG_MAP_COLUMNS],
  ['endpoints', ENDPOINTS_COLUMNS],
  ['events', EVENT_COLUMNS],
  ['namespaces', NAMESPACE_COLUMNS],
  ['nodes', NODE_COLUMNS],
  ['persistentvolumeclaims', PERSISTENT_VOLUME_CLAIM_COLUMNS],
  ['persistentvolumes', PERSISTENT_VOLUME_COLUMNS],
  ['pods', POD_COLUMNS],
  ['podtemplates', POD_TEMPLATE_COLUMNS],
  ['replicationcontrollers', REPLICATION_CONTROLLER_COLUMNS],
  ['resourcequotas', RESOURCE_QUOTA_COLUMNS],
  ['secrets', SECRET_COLUMNS],
  ['serviceaccounts', NAME_AND_AGE_COLUMNS],
  ['services', SERVICE_COLUMNS],
  ['controllerrevisions.apps', CONTROLLER_REVISION_COLUMNS],
  ['daemonsets.apps', DAEMON_SET_COLUMNS],
  ['deployments.apps', DEPLOYMENT_COLUMNS],
  ['replicasets.apps', REPLICA_SET_COLUMNS],
  ['statefulsets.apps', STATEFUL_SET_COLUMNS],
  ['horizontalpodautoscalers.autoscaling', AUTOSCALER_COLUMNS],
  ['cronjobs.batch', CRON_JOB_COLUMNS],
  ['jobs.batch', JOB_COLUMNS],
  ['poddisruptionbudgets.policy', DISRUPTION_BUDGET_COLUMNS],
  ['mutatingadmissionpolicies.admissionregistration.k8s.io', MUTATING_POLICY_COLUMNS],
  ['mutatingadmissionpolicybindings.admissionregistration.k8s.io', POLICY_BINDING_COLUMNS],
  ['mutatingwebhookconfigurations.admissionregistration.k8s.io', WEBHOOK_COLUMNS],
  ['validatingadmissionpolicies.admissionregistration.k8s.io', VALIDATING_POLICY_COLUMNS],
  ['validatingadmissionpolicybindings.admissionregistration.k8s.io', POLICY_BINDING_COLUMNS],
  ['validatingwebhookconfigurations.admissionregistration.k8s.io', WEBHOOK_COLUMNS],
  ['apiservices.apiregistration.k8s.io', API_SERVICE_COLUMNS],
  ['certificatesigningrequests.certificates.k8s.io', SIGNING_REQUEST_COLUMNS],
  ['leases.coordination.k8s.io', LEASE_COLUMNS],
  ['endpointslices.discovery.k8s.io', ENDPOINT_SLICE_COLUMNS],
  ['events.events.k8s.io', EVENT_COLUMNS],
  ['flowschemas.flowcontrol.apiserver.k8s.io', FLOW_SCHEMA_COLUMNS],
  ['prioritylevelconfigurations.flowcontrol.apiserver.k8s.io', PRIORITY_LEVEL_COLUMNS],
  ['ingressclasses.networking.k8s.io', INGRESS_CLASS_COLUMNS],
  ['ingresses.networking.k8s.io', INGRESS_COLUMNS],
  ['ipaddresses.networking.k8s.io', IP_ADDRESS_COLUMNS],
  ['networkpolicies.networking.k8s.io', NETWORK_POLICY_COLUMNS],
  ['servicecidrs.networking.k8s.io', SERVICE_CIDR_COLUMNS],
  ['runtimeclasses.node.k8s.io', RUNTIME_CLASS_COLUMNS],
  ['clusterrolebindings.rbac.authorization.k8s.io', ROLE_BINDING_COLUMNS],
  ['rolebindings.rbac.authorization.k8s.io', ROLE_BINDING_COLUMNS],
  ['deviceclasses.resource.k8s.io', NAME_AND_AGE_COLUMNS],
  ['resourceclaims.resource.k8s.io', RESOURCE_CLAIM_COLUMNS],
  ['resourceclaimtemplates.resource.k8s.io', NAME_AND_AGE_COLUMNS],
  ['resourceslices.resource.k8s.io', RESOURCE_SLICE_COLUMNS],
  ['priorityclasses.scheduling.k8s.io', PRIORITY_CLASS_COLUMNS],
  ['csidrivers.storage.k8s.io', CSI_DRIVER_COLUMNS],
  ['csinodes.storage.k8s.io', CSI_NODE_COLUMNS],
  ['storageclasses.storage.k8s.io', STORAGE_CLASS_COLUMNS],
  ['volumeattachments.storage.k8s.io', VOLUME_ATTACHMENT_COLUMNS],
  ['volumeattributesclasses.storage.k8s.io', VOLUME_ATTRIBUTES_CLASS_COLUMNS],
]);

/** What `kubectl get` shows of a built-in resource. Versions of one kind show the same: what is kept. */
export function builtInColumns({
  group,
  resource,
}: Pick<GroupVersionResource, 'group' | 'resource'>): readonly TableColumn[] {
  return COLUMNS.get(group === '' ? resource : `${resource}.${group}`) ?? PLAIN_COLUMNS;
}
