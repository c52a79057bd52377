import type { KindRow } from './kinds-row.ts';

const pods = '/api/v1/namespaces/{namespace}/pods';

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'one' },
  // Without the token volume, whose name is random; it has cases of its own.
  spec: { automountServiceAccountToken: false, containers: [{ name: 'app', image: 'registry.example/app' }] },
};

/** What a merge patch must repeat, or it would change. */
const kept = { name: 'app', imagePullPolicy: 'Always' };

export const podRow: KindRow = {
  kind: 'Pod',
  collection: pods,
  minimal: pod,
  accepted: {
    'with the token of its service account mounted': { spec: { automountServiceAccountToken: true } },
    'with everything about containers that has defaults': {
      spec: {
        initContainers: [
          { name: 'first', image: 'app:1' },
          { name: 'beside', image: 'app:1', restartPolicy: 'Always' },
        ],
        containers: [
          {
            name: 'app',
            image: 'app:latest',
            ports: [{ containerPort: 80 }, { name: 'dns', containerPort: 53, protocol: 'UDP' }],
            env: [
              { name: 'PLAIN', value: 'a' },
              { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
              { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
              { name: 'SECRET', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
            ],
            envFrom: [{ prefix: 'P_', configMapRef: { name: 'c' } }],
            resources: { limits: { cpu: '500m', memory: '64Mi' } },
            livenessProbe: { httpGet: { port: 80 } },
            readinessProbe: { tcpSocket: { port: 80 } },
            startupProbe: { grpc: { port: 90 } },
            lifecycle: {
              preStop: { exec: { command: ['true'] } },
              postStart: { httpGet: { path: 'up', port: 'dns' } },
            },
            securityContext: { runAsUser: 1000 },
          },
          { name: 'other', image: 'app@sha256:' + '0'.repeat(64), resources: { requests: { cpu: '0.1' } } },
        ],
      },
    },
    'with volumes that have defaults': {
      spec: {
        volumes: [
          { name: 'none' },
          { name: 'empty', emptyDir: {} },
          { name: 'config', configMap: { name: 'c' } },
          { name: 'secret', secret: { secretName: 's' } },
          { name: 'host', hostPath: { path: '/h' } },
          {
            name: 'down',
            downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] },
          },
          {
            name: 'all',
            projected: { sources: [{ serviceAccountToken: { path: 't' } }, { configMap: { name: 'c' } }] },
          },
          { name: 'csi', csi: { driver: 'd.example' } },
          { name: 'disk', iscsi: { targetPortal: '10.0.0.1', iqn: 'iqn.2001-04.com.example:s', lun: 0 } },
          { name: 'claim', persistentVolumeClaim: { claimName: 'p' } },
          {
            name: 'own',
            ephemeral: {
              volumeClaimTemplate: {
                spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
              },
            },
          },
          { name: 'image', image: { reference: 'img:1' } },
        ],
      },
    },
    'with placement': {
      spec: {
        nodeSelector: { disk: 'ssd' },
        tolerations: [
          { key: 'a', operator: 'Exists' },
          { key: 'b', value: 'c', effect: 'NoSchedule' },
        ],
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} },
        ],
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }],
            },
          },
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, podAffinityTerm: { topologyKey: 'zone', labelSelector: {} } },
            ],
          },
        },
        priorityClassName: 'system-node-critical',
        schedulingGates: [{ name: 'example.com/wait' }],
      },
    },
    'in the host network': {
      spec: {
        hostNetwork: true,
        hostPID: true,
        dnsPolicy: 'ClusterFirstWithHostNet',
        containers: [{ name: 'app', image: 'app:1', ports: [{ containerPort: 8080 }] }],
        hostAliases: [{ ip: '10.0.0.1', hostnames: ['a'] }],
        readinessGates: [{ conditionType: 'example.com/ready' }],
        securityContext: { fsGroup: 1, supplementalGroups: [2] },
        terminationGracePeriodSeconds: 0,
      },
    },
  },
  updates: {
    'the image may change': { spec: { containers: [{ ...kept, image: 'app:2' }] } },
    'nothing else of a container may': {
      spec: { containers: [{ ...kept, image: 'app:2', command: ['other'] }] },
    },
    'a container cannot be added': {
      spec: {
        containers: [
          { ...kept, image: 'app:2' },
          { name: 'two', image: 'two' },
        ],
      },
    },
    'the deadline can be set': { spec: { activeDeadlineSeconds: 20 } },
    'the deadline can shrink': { spec: { activeDeadlineSeconds: 10 } },
    'the deadline cannot grow': { spec: { activeDeadlineSeconds: 30 } },
    'the deadline cannot go': { spec: { activeDeadlineSeconds: null } },
    'the node cannot be set': { spec: { nodeName: 'n' } },
    'the restart policy cannot change': { spec: { restartPolicy: 'Never' } },
    'a toleration can be added': { spec: { tolerations: [{ key: 'x', operator: 'Exists' }] } },
    'and not taken away': { spec: { tolerations: null } },
    'the name cannot change': { metadata: { name: 'two' } },
    'labels may change': { metadata: { labels: { a: 'b' } } },
  },
  patches: {
    'a container merged by name': {
      spec: { containers: [{ name: 'app', image: 'app:3' }] },
    },
    'a toleration appended': { spec: { tolerations: [{ key: 'y', operator: 'Exists' }] } },
    'a container deleted leaves none': { spec: { containers: [{ name: 'app', $patch: 'delete' }] } },
    'a merge key missing': { spec: { containers: [{ image: 'x' }] } },
    'finalizers as a set': { metadata: { finalizers: ['example.com/a'] } },
    'finalizers merged': { metadata: { finalizers: ['example.com/b'] } },
    'a finalizer taken out': {
      metadata: {
        '$deleteFromPrimitiveList/finalizers': ['example.com/a'],
        '$setElementOrder/finalizers': ['example.com/b'],
      },
    },
    'the last finalizer taken out': {
      metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/b'] },
    },
    'labels replaced whole': { metadata: { labels: { $patch: 'replace', only: 'this' } } },
    'an unknown directive': { metadata: { labels: { $patch: 'explode' } } },
  },
};
