import { clusternetCrd, type OpenApiSchema } from './custom-resource-definition.ts';
import {
  CLUSTER_ID,
  CLUSTER_TYPE,
  CONDITIONS,
  quantities,
  quantity,
  SYNC_MODE,
  TAINTS,
} from './shared-schemas.ts';

const COUNT: OpenApiSchema = { type: 'integer', format: 'int32' };

const SPEC: OpenApiSchema = {
  type: 'object',
  required: ['clusterId', 'syncMode'],
  'x-kubernetes-validations': [
    // An agent may change its own record: it must not become another cluster by it.
    { rule: 'self.clusterId == oldSelf.clusterId', message: 'clusterId cannot be changed' },
    {
      rule: '!has(oldSelf.clusterInitBaseName) || (has(self.clusterInitBaseName) && self.clusterInitBaseName == oldSelf.clusterInitBaseName)',
      message: 'clusterInitBaseName cannot be changed or removed once it is set',
    },
  ],
  properties: {
    clusterId: CLUSTER_ID,
    clusterType: CLUSTER_TYPE,
    clusterInitBaseName: {
      description:
        'The Base that has to be deployed before anything else. It cannot be changed once it is set.',
      type: 'string',
      maxLength: 512,
    },
    syncMode: SYNC_MODE,
    taints: TAINTS,
  },
};

const STATUS: OpenApiSchema = {
  type: 'object',
  properties: {
    lastObservedTime: {
      description: 'When the cluster last told of itself.',
      type: 'string',
      format: 'date-time',
    },
    k8sVersion: { description: 'Its version of Kubernetes.', type: 'string' },
    agentVersion: { description: 'The version of its agent.', type: 'string' },
    platform: { description: 'What its API server runs on.', type: 'string' },
    apiserverURL: { description: 'Where its API server is, as seen from inside.', type: 'string' },
    healthz: { description: 'Whether /healthz of its API server says so.', type: 'boolean' },
    livez: { description: 'Whether /livez of its API server says so.', type: 'boolean' },
    readyz: { description: 'Whether /readyz of its API server says so.', type: 'boolean' },
    appPusher: { description: 'Whether the hub may push to it.', type: 'boolean' },
    useSocket: { description: 'Whether it is reached through a tunnel.', type: 'boolean' },
    kubeQPS: {
      description: 'Requests per second that its API server may be asked.',
      type: 'number',
      format: 'float',
    },
    kubeBurst: { description: 'Requests at once above kubeQPS.', ...COUNT },
    allocatable: quantities('What its nodes can give to pods.'),
    capacity: quantities('What its nodes have.'),
    clusterCIDR: { description: 'Where its pods have their addresses.', type: 'string' },
    serviceCIDR: { description: 'Where its Services have their addresses.', type: 'string' },
    nodeStatistics: {
      description: 'How many of its nodes are in which state.',
      type: 'object',
      properties: { readyNodes: COUNT, notReadyNodes: COUNT, unknownNodes: COUNT, lostNodes: COUNT },
    },
    podStatistics: {
      description: 'How many pods it has.',
      type: 'object',
      required: ['runningPods', 'totalPods'],
      properties: { runningPods: COUNT, totalPods: COUNT },
    },
    resourceUsage: {
      description: 'What its pods use, where metrics exist.',
      type: 'object',
      properties: { cpuUsage: quantity('CPU in use.'), memoryUsage: quantity('Memory in use.') },
    },
    conditions: CONDITIONS,
    heartbeatFrequencySeconds: {
      description: 'How often it tells of itself, even if nothing changed.',
      type: 'integer',
      format: 'int64',
    },
    predictorEnabled: { description: 'Whether it can say how many replicas fit.', type: 'boolean' },
    predictorAddress: { description: 'Where it is asked that.', type: 'string' },
    predictorDirectAccess: {
      description: 'Whether that address is reached without the tunnel.',
      type: 'boolean',
    },
  },
};

export const MANAGED_CLUSTER_CRD = clusternetCrd({
  group: 'clusters.clusternet.io',
  version: 'v1beta1',
  scope: 'Namespaced',
  kind: 'ManagedCluster',
  plural: 'managedclusters',
  shortName: 'mcls',
  description: 'A member of the hub, in its own namespace.',
  columns: [
    { name: 'CLUSTER ID', type: 'string', jsonPath: '.spec.clusterId' },
    { name: 'CLUSTER TYPE', type: 'string', jsonPath: '.spec.clusterType', priority: 100 },
    { name: 'SYNC MODE', type: 'string', jsonPath: '.spec.syncMode' },
    { name: 'KUBERNETES', type: 'string', jsonPath: '.status.k8sVersion' },
    { name: 'READYZ', type: 'boolean', jsonPath: '.status.readyz' },
    { name: 'STATUS', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'AGE', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    { name: 'AGENT VERSION', type: 'string', jsonPath: '.status.agentVersion', priority: 100 },
  ],
  spec: SPEC,
  status: STATUS,
});
