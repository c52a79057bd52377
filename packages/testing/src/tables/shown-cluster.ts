import { inCollection, type ShownObject } from './shown-object.ts';

const CORE = '/api/v1/namespaces/default';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const STORAGE = '/apis/storage.k8s.io/v1';
const LONG_AGO = '2020-01-01T00:00:00Z';
const MICRO = '2021-06-05T04:03:02.123456Z';

function ready(status: string): object {
  return { type: 'Ready', status, reason: 'x', message: 'y' };
}

const nodeInfo = {
  kubeletVersion: 'v1.36.3',
  osImage: 'Some Linux 1',
  kernelVersion: '6.1.0',
  containerRuntimeVersion: 'containerd://2.0.0',
  architecture: 'arm64',
};

const volume = {
  capacity: { storage: '10Gi' },
  accessModes: ['ReadWriteMany', 'ReadWriteOnce', 'ReadOnlyMany'],
  hostPath: { path: '/data' },
};
const claim = { accessModes: ['ReadWriteOncePod'], resources: { requests: { storage: '1500M' } } };
const roleRef = (kind: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name: 'view' });
const subjects = [
  { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'anna' },
  { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'bob' },
  { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'devs' },
  { kind: 'ServiceAccount', namespace: 'default', name: 'builder' },
];
const about = { kind: 'Pod', namespace: 'default', name: 'web', fieldPath: 'spec.containers{web}' };

/** Nodes, storage, rights and what else a cluster consists of. */
export const SHOWN_CLUSTER: readonly ShownObject[] = [
  ...inCollection('/api/v1/nodes', [
    {},
    { status: { conditions: [ready('False')], nodeInfo: { ...nodeInfo, architecture: '' } } },
    {
      metadata: {
        name: 'worker',
        labels: {
          'node-role.kubernetes.io/worker': '',
          'kubernetes.io/role': 'edge',
          'node-role.kubernetes.io/control-plane': 'true',
        },
      },
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: 'MemoryPressure', status: 'False' }, ready('True')],
        nodeInfo,
        addresses: [
          { type: 'Hostname', address: 'worker' },
          { type: 'ExternalIP', address: '192.0.2.1' },
          { type: 'InternalIP', address: '10.1.1.1' },
          { type: 'InternalIP', address: 'fd00::1' },
        ],
      },
    },
    { spec: { unschedulable: true }, status: { conditions: [ready('Unknown')] } },
  ]),
  ...inCollection('/api/v1/persistentvolumes', [
    { spec: volume },
    {
      spec: {
        ...volume,
        storageClassName: 'fast',
        volumeMode: 'Block',
        persistentVolumeReclaimPolicy: 'Delete',
        claimRef: { namespace: 'default', name: 'data' },
      },
      status: { phase: 'Released', reason: 'Because' },
    },
    {
      metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': 'old' } },
      spec: volume,
      isDeleted: true,
    },
  ]),
  ...inCollection(`${CORE}/persistentvolumeclaims`, [
    { spec: claim },
    {
      spec: { ...claim, volumeName: 'some', storageClassName: 'fast', volumeMode: 'Block' },
      status: { phase: 'Bound', capacity: { storage: '2Gi' }, accessModes: ['ReadWriteOncePod'] },
    },
    { spec: { ...claim, volumeName: 'other' }, isDeleted: true },
  ]),
  ...inCollection(`${STORAGE}/storageclasses`, [
    { provisioner: 'example.com/disk' },
    {
      metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'example.com/disk',
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
    },
  ]),
  ...inCollection(`${STORAGE}/csidrivers`, [
    {},
    {
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        requiresRepublish: true,
        tokenRequests: [{ audience: 'a' }, { audience: 'b' }],
        volumeLifecycleModes: ['Persistent', 'Ephemeral'],
      },
    },
  ]),
  ...inCollection(`${STORAGE}/csinodes`, [{ spec: { drivers: [{ name: 'example.com', nodeID: 'x' }] } }]),
  ...inCollection(`${STORAGE}/volumeattachments`, [
    {
      spec: { attacher: 'example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } },
      status: { attached: true },
    },
  ]),
  ...inCollection(`${STORAGE}/volumeattributesclasses`, [
    { driverName: 'example.com', parameters: { a: '1' } },
  ]),
  ...inCollection(`${RBAC}/namespaces/default/rolebindings`, [
    { roleRef: roleRef('Role') },
    { roleRef: roleRef('ClusterRole'), subjects },
  ]),
  ...inCollection(`${RBAC}/namespaces/default/roles`, [{ rules: [] }]),
  ...inCollection(`${CORE}/configmaps`, [{}, { data: { a: '1', b: '2' }, binaryData: { c: 'AA==' } }]),
  ...inCollection(`${CORE}/secrets`, [{}, { type: 'example.com/x', stringData: { a: '1', b: '2' } }]),
  ...inCollection(`${CORE}/limitranges`, [{ spec: { limits: [] } }]),
  ...inCollection(`${CORE}/resourcequotas`, [
    {},
    {
      spec: { hard: { pods: '10' } },
      status: {
        hard: { pods: '10', 'limits.cpu': '2', 'requests.memory': '1Gi', 'limits.memory': '4Gi', cpu: '1' },
        used: { pods: '3', 'limits.cpu': '500m', 'requests.memory': '100Mi' },
      },
    },
  ]),
  ...inCollection(`${CORE}/events`, [
    { involvedObject: about, type: 'Normal', reason: 'Started', message: '  said so \n' },
    {
      involvedObject: { kind: 'Node', namespace: 'default' },
      type: 'Warning',
      reason: 'Gone',
      firstTimestamp: LONG_AGO,
      lastTimestamp: '2022-02-02T02:02:02Z',
      count: 9,
      source: { component: 'kubelet', host: 'worker' },
    },
    {
      involvedObject: about,
      type: 'Normal',
      reason: 'Often',
      action: 'Count',
      eventTime: MICRO,
      series: { count: 4, lastObservedTime: '2023-03-03T03:03:03.000001Z' },
      reportingComponent: 'example.com/teller',
      reportingInstance: 'one',
    },
  ]),
  ...inCollection('/apis/coordination.k8s.io/v1/namespaces/default/leases', [
    {},
    { spec: { holderIdentity: 'me', leaseDurationSeconds: 15 } },
  ]),
  ...inCollection('/apis/node.k8s.io/v1/runtimeclasses', [{ handler: 'sandbox' }]),
  ...inCollection('/apis/scheduling.k8s.io/v1/priorityclasses', [
    { value: -5 },
    { value: 1000, globalDefault: true, preemptionPolicy: 'Never' },
  ]),
];
