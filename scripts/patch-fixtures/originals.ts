/** An object that is made on the API server for the patches to be tried on (never changed: all are dry runs). */
export interface Original {
  readonly collection: string;
  /** What is patched, if not the object itself. */
  readonly subresource?: '/status';
  readonly object: {
    readonly metadata: { readonly name: string; readonly [field: string]: unknown };
    readonly [field: string]: unknown;
  };
}

const NAMESPACE = '/api/v1/namespaces/default';

/** A kind without any rule for its `spec`: what a patch makes of it is what comes back. */
export const FREE_KIND = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'frees.patch.banyan.dev' },
  spec: {
    group: 'patch.banyan.dev',
    scope: 'Namespaced',
    names: { plural: 'frees', singular: 'free', kind: 'Free', listKind: 'FreeList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        },
      },
    ],
  },
};

export const FREE_COLLECTION = '/apis/patch.banyan.dev/v1/namespaces/default/frees';

/** A whole condition of a node. */
export function condition(type: string, status: string): Readonly<Record<string, string>> {
  const time = '2026-01-01T00:00:00Z';
  return {
    type,
    status,
    lastHeartbeatTime: time,
    lastTransitionTime: time,
    reason: 'Known',
    message: 'fine',
  };
}

const containers = [
  {
    name: 'web',
    image: 'web:1',
    command: ['serve', '--fast'],
    ports: [
      { containerPort: 80 },
      { name: 'admin', containerPort: 81 },
      { containerPort: 53, protocol: 'UDP' },
    ],
    env: [
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
      { name: 'C', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ],
    resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m' } },
    livenessProbe: { httpGet: { path: '/live', port: 80 } },
    volumeMounts: [
      { name: 'data', mountPath: '/data' },
      { name: 'data', mountPath: '/more', readOnly: true },
    ],
  },
  { name: 'log', image: 'log:1', args: ['-v'] },
  { name: 'sync', image: 'sync:1' },
];

const podTemplate = {
  metadata: { labels: { app: 'a', tier: 'front' }, annotations: { note: 'one' } },
  spec: {
    initContainers: [{ name: 'init', image: 'init:1' }],
    containers,
    volumes: [
      { name: 'data', emptyDir: {} },
      { name: 'config', configMap: { name: 'settings' } },
      { name: 'host', hostPath: { path: '/var' } },
    ],
    nodeSelector: { disk: 'ssd' },
    imagePullSecrets: [{ name: 'one' }, { name: 'two' }],
    hostAliases: [
      { ip: '10.0.0.1', hostnames: ['a', 'b'] },
      { ip: '10.0.0.2', hostnames: ['c'] },
    ],
    tolerations: [{ key: 'a', operator: 'Exists' }],
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { app: 'a' } },
      },
    ],
  },
};

export const ORIGINALS: Readonly<Record<string, Original>> = {
  free: {
    collection: FREE_COLLECTION,
    object: {
      apiVersion: 'patch.banyan.dev/v1',
      kind: 'Free',
      metadata: { name: 'free', labels: { a: 'b' }, annotations: { note: 'x' } },
      spec: {
        text: 'hello',
        number: 5,
        part: 1.5,
        yes: true,
        list: [1, 'two', { three: 3 }, [4, 5]],
        empty: {},
        none: [],
        deep: { a: { b: { c: [{ d: 'e' }, { d: 'f', g: [] }] } } },
        'a/b': { 'm~n': 'escaped', '': 'no name' },
        constructor: 'plain',
      },
    },
  },
  configMap: {
    collection: `${NAMESPACE}/configmaps`,
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'settings',
        labels: { a: 'b' },
        finalizers: ['a.example/one', 'a.example/two', 'a.example/three'],
      },
      data: { a: '1', b: '2', c: '3' },
    },
  },
  podTemplate: {
    collection: `${NAMESPACE}/podtemplates`,
    object: { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'template' }, template: podTemplate },
  },
  deployment: {
    collection: '/apis/apps/v1/namespaces/default/deployments',
    object: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', labels: { app: 'a' } },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'a' } },
        template: {
          metadata: { labels: { app: 'a' } },
          spec: { containers, volumes: [{ name: 'data', emptyDir: {} }] },
        },
      },
    },
  },
  service: {
    collection: `${NAMESPACE}/services`,
    object: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', annotations: { note: 'one' } },
      spec: {
        clusterIP: 'None',
        selector: { app: 'a' },
        ports: [
          { name: 'http', port: 80, targetPort: 'web' },
          { name: 'dns', port: 53, protocol: 'UDP' },
          { name: 'dns-tcp', port: 53, protocol: 'TCP' },
          { name: 'admin', port: 81 },
        ],
      },
    },
  },
  /** Its `data` is any object, without fields that a patch could know. */
  revision: {
    collection: '/apis/apps/v1/namespaces/default/controllerrevisions',
    object: {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { name: 'revision', annotations: { note: 'one' } },
      revision: 1,
      data: { spec: { replicas: 1 }, list: [1] },
    },
  },
  node: {
    collection: '/api/v1/nodes',
    subresource: '/status',
    object: {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'node' },
      status: {
        capacity: { cpu: '4', memory: '8Gi' },
        conditions: [
          condition('Ready', 'True'),
          condition('DiskPressure', 'False'),
          condition('PIDPressure', 'False'),
        ],
        addresses: [
          { type: 'InternalIP', address: '10.0.0.1' },
          { type: 'InternalIP', address: 'fd00::1' },
          { type: 'Hostname', address: 'node' },
        ],
      },
    },
  },
  serviceAccount: {
    collection: `${NAMESPACE}/serviceaccounts`,
    object: {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'robot' },
      secrets: [{ name: 'one' }, { name: 'two' }, { name: 'three' }],
      imagePullSecrets: [{ name: 'pull' }],
    },
  },
};

/** Items that a patch may add to lists: as the API server gives them back, so that nothing is left to default. */
export const DONOR: Original = {
  collection: `${NAMESPACE}/podtemplates`,
  object: {
    apiVersion: 'v1',
    kind: 'PodTemplate',
    metadata: { name: 'donor' },
    template: {
      metadata: { labels: { app: 'a' } },
      spec: {
        containers: [
          {
            name: 'new-1',
            image: 'new:1',
            ports: [{ containerPort: 90 }, { name: 'new', containerPort: 91, protocol: 'TCP' }],
            env: [
              { name: 'X', value: '9' },
              { name: 'Y', value: '8' },
            ],
            volumeMounts: [
              { name: 'new-volume', mountPath: '/new' },
              { name: 'new-volume', mountPath: '/newer' },
            ],
          },
          { name: 'new-2', image: 'new:2' },
        ],
        volumes: [
          { name: 'new-volume', emptyDir: {} },
          { name: 'new-secret', secret: { secretName: 's' } },
        ],
      },
    },
  },
};
