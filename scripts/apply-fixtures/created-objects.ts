import type { Json } from './scenario.ts';

/** A new object of a built-in kind, and the collection to create it in. */
export interface CreatedObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** Below the version's path: `namespaces/default/pods`. */
  readonly collection: string;
  readonly fields: Json;
}

const NAMESPACE = 'namespaces/default/';
const SELECTOR = { matchLabels: { a: 'b' } };
const CONTAINERS = { containers: [{ name: 'c', image: 'i' }] };
const POD_TEMPLATE = { metadata: { labels: { a: 'b' } }, spec: CONTAINERS };
const JOB = {
  manualSelector: true,
  selector: SELECTOR,
  template: { metadata: { labels: { a: 'b' } }, spec: { restartPolicy: 'Never', ...CONTAINERS } },
};
const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const RULE = { apiGroups: ['x'], apiVersions: ['v1'], resources: ['y'], operations: ['CREATE'] };
const WEBHOOK = {
  name: 'a.example.com',
  clientConfig: { url: 'https://example.com/x' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules: [RULE],
};
const HPA = { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' } };
const BACKEND = { service: { name: 's', port: { number: 1 } } };

function roleRef(kind: string): Json {
  const rbac = 'rbac.authorization.k8s.io';
  return { roleRef: { apiGroup: rbac, kind, name: 'x' }, subjects: [{ kind: 'User', name: 'u' }] };
}

/** [group version, kind, plural, fields]; namespaced. Nothing is left out that the server adds after tracking. */
const NAMESPACED: [string, string, string, Json][] = [
  ['v1', 'ConfigMap', 'configmaps', { data: { a: 'b' } }],
  ['v1', 'Endpoints', 'endpoints', { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 1 }] }] }],
  ['v1', 'Event', 'events', { involvedObject: { namespace: 'default', name: 'x' }, reason: 'r' }],
  ['v1', 'LimitRange', 'limitranges', { spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] } }],
  [
    'v1',
    'PersistentVolumeClaim',
    'persistentvolumeclaims',
    { metadata: { finalizers: ['kubernetes.io/pvc-protection'] }, spec: CLAIM },
  ],
  ['v1', 'PodTemplate', 'podtemplates', { template: POD_TEMPLATE }],
  [
    'v1',
    'ReplicationController',
    'replicationcontrollers',
    { spec: { selector: { a: 'b' }, template: POD_TEMPLATE } },
  ],
  ['v1', 'ResourceQuota', 'resourcequotas', { spec: { hard: { pods: '1' } } }],
  ['v1', 'Secret', 'secrets', { stringData: { a: 'b' }, data: { c: 'ZA==' } }],
  [
    'v1',
    'Service',
    'services',
    { spec: { ports: [{ port: 1 }], type: 'ExternalName', externalName: 'x.y' } },
  ],
  ['v1', 'ServiceAccount', 'serviceaccounts', {}],
  ['apps/v1', 'DaemonSet', 'daemonsets', { spec: { selector: SELECTOR, template: POD_TEMPLATE } }],
  ['apps/v1', 'Deployment', 'deployments', { spec: { selector: SELECTOR, template: POD_TEMPLATE } }],
  ['apps/v1', 'ReplicaSet', 'replicasets', { spec: { selector: SELECTOR, template: POD_TEMPLATE } }],
  [
    'apps/v1',
    'StatefulSet',
    'statefulsets',
    {
      spec: {
        selector: SELECTOR,
        template: POD_TEMPLATE,
        volumeClaimTemplates: [{ metadata: { name: 'v' }, spec: CLAIM }],
      },
    },
  ],
  ['autoscaling/v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', { spec: HPA }],
  ['autoscaling/v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', { spec: HPA }],
  ['batch/v1', 'Job', 'jobs', { spec: JOB }],
  [
    'batch/v1',
    'CronJob',
    'cronjobs',
    { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: JOB.template } } } },
  ],
  ['coordination.k8s.io/v1', 'Lease', 'leases', { spec: { holderIdentity: 'x', leaseDurationSeconds: 1 } }],
  [
    'discovery.k8s.io/v1',
    'EndpointSlice',
    'endpointslices',
    { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }], ports: [{ port: 1 }] },
  ],
  [
    'networking.k8s.io/v1',
    'Ingress',
    'ingresses',
    { spec: { rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend: BACKEND }] } }] } },
  ],
  [
    'networking.k8s.io/v1',
    'NetworkPolicy',
    'networkpolicies',
    { spec: { podSelector: {}, ingress: [{ from: [{ podSelector: SELECTOR }] }] } },
  ],
  [
    'policy/v1',
    'PodDisruptionBudget',
    'poddisruptionbudgets',
    { spec: { selector: SELECTOR, minAvailable: 1 } },
  ],
  [
    'rbac.authorization.k8s.io/v1',
    'Role',
    'roles',
    { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  ],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings', roleRef('Role')],
];

const CLUSTER_WIDE: [string, string, string, Json][] = [
  ['v1', 'Namespace', 'namespaces', { spec: { finalizers: ['kubernetes'] } }],
  [
    'v1',
    'PersistentVolume',
    'persistentvolumes',
    {
      metadata: { finalizers: ['kubernetes.io/pv-protection'] },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
    },
  ],
  [
    'admissionregistration.k8s.io/v1',
    'ValidatingWebhookConfiguration',
    'validatingwebhookconfigurations',
    { webhooks: [WEBHOOK] },
  ],
  [
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicy',
    'validatingadmissionpolicies',
    { spec: { matchConstraints: { resourceRules: [RULE] }, validations: [{ expression: 'true' }] } },
  ],
  [
    'flowcontrol.apiserver.k8s.io/v1',
    'FlowSchema',
    'flowschemas',
    { spec: { priorityLevelConfiguration: { name: 'exempt' }, matchingPrecedence: 1000 } },
  ],
  ['networking.k8s.io/v1', 'IngressClass', 'ingressclasses', { spec: { controller: 'x.y/z' } }],
  ['node.k8s.io/v1', 'RuntimeClass', 'runtimeclasses', { handler: 'h' }],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles', { rules: [] }],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'clusterrolebindings', roleRef('ClusterRole')],
  ['scheduling.k8s.io/v1', 'PriorityClass', 'priorityclasses', { value: 0 }],
  ['storage.k8s.io/v1', 'CSIDriver', 'csidrivers', { spec: {} }],
  ['storage.k8s.io/v1', 'CSINode', 'csinodes', { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } }],
  ['storage.k8s.io/v1', 'StorageClass', 'storageclasses', { provisioner: 'x.y/z' }],
  [
    'storage.k8s.io/v1',
    'VolumeAttachment',
    'volumeattachments',
    { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } } },
  ],
];

export const createdObjects: readonly CreatedObject[] = [
  ...NAMESPACED.map(([apiVersion, kind, plural, fields]) => ({
    apiVersion,
    kind,
    collection: `${NAMESPACE}${plural}`,
    fields,
  })),
  ...CLUSTER_WIDE.map(([apiVersion, kind, collection, fields]) => ({ apiVersion, kind, collection, fields })),
];
