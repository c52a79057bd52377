import type { GroupVersionResource, KubeObject } from '@banyan/api';
import type { ResourceQuota } from '@banyan/apiserver';
import type {
  ConfigMap,
  ControllerRevision,
  CronJob,
  DaemonSet,
  Deployment,
  Endpoints,
  EndpointSlice,
  Job,
  Lease,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
  StorageClass,
} from '@banyan/api/objects';

/** A resource whose objects are Ts. */
export interface Resource<T extends KubeObject> extends GroupVersionResource {
  readonly kind: string;
  /** Never there: it only lets the compiler know T. */
  readonly ofType?: T;
}

function resource<T extends KubeObject>(group: string, name: string, kind: string): Resource<T> {
  return { group, version: 'v1', resource: name, kind };
}

export const CONFIG_MAPS = resource<ConfigMap>('', 'configmaps', 'ConfigMap');
export const ENDPOINTS = resource<Endpoints>('', 'endpoints', 'Endpoints');
export const EVENTS = resource<KubeObject>('', 'events', 'Event');
export const NAMESPACES = resource<Namespace>('', 'namespaces', 'Namespace');
export const NODES = resource<Node>('', 'nodes', 'Node');
export const PERSISTENT_VOLUMES = resource<PersistentVolume>('', 'persistentvolumes', 'PersistentVolume');
export const PERSISTENT_VOLUME_CLAIMS = resource<PersistentVolumeClaim>(
  '',
  'persistentvolumeclaims',
  'PersistentVolumeClaim',
);
export const PODS = resource<Pod>('', 'pods', 'Pod');
export const REPLICATION_CONTROLLERS = resource<ReplicationController>(
  '',
  'replicationcontrollers',
  'ReplicationController',
);
export const RESOURCE_QUOTAS = resource<ResourceQuota>('', 'resourcequotas', 'ResourceQuota');
export const SECRETS = resource<Secret>('', 'secrets', 'Secret');
export const SERVICES = resource<Service>('', 'services', 'Service');
export const SERVICE_ACCOUNTS = resource<ServiceAccount>('', 'serviceaccounts', 'ServiceAccount');
export const CONTROLLER_REVISIONS = resource<ControllerRevision>(
  'apps',
  'controllerrevisions',
  'ControllerRevision',
);
export const DAEMON_SETS = resource<DaemonSet>('apps', 'daemonsets', 'DaemonSet');
export const DEPLOYMENTS = resource<Deployment>('apps', 'deployments', 'Deployment');
export const REPLICA_SETS = resource<ReplicaSet>('apps', 'replicasets', 'ReplicaSet');
export const STATEFUL_SETS = resource<StatefulSet>('apps', 'statefulsets', 'StatefulSet');
export const CRON_JOBS = resource<CronJob>('batch', 'cronjobs', 'CronJob');
export const JOBS = resource<Job>('batch', 'jobs', 'Job');
export const LEASES = resource<Lease>('coordination.k8s.io', 'leases', 'Lease');
export const ENDPOINT_SLICES = resource<EndpointSlice>('discovery.k8s.io', 'endpointslices', 'EndpointSlice');
export const POD_DISRUPTION_BUDGETS = resource<PodDisruptionBudget>(
  'policy',
  'poddisruptionbudgets',
  'PodDisruptionBudget',
);
export const ROLE_BINDINGS = resource<KubeObject>('rbac.authorization.k8s.io', 'rolebindings', 'RoleBinding');
export const ROLES = resource<KubeObject>('rbac.authorization.k8s.io', 'roles', 'Role');
export const STORAGE_CLASSES = resource<StorageClass>('storage.k8s.io', 'storageclasses', 'StorageClass');
