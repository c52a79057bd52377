import type { KindRow } from './kinds-row.ts';

const selector = { matchLabels: { app: 'a' } };
const template = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'app', image: 'app:1' }] },
};
const meta = { name: 'one' };
const apps = (plural: string) => `/apis/apps/v1/namespaces/{namespace}/${plural}`;

/** What every workload with a selector and a template refuses alike. */
const refusedByEvery = {
  'no selector': { spec: { selector: null } },
  'an empty selector': { spec: { selector: { matchLabels: null } } },
  'a selector that does not fit the template': { spec: { template: { metadata: { labels: { app: 'b' } } } } },
  'a selector with an unknown operator': {
    spec: { selector: { matchExpressions: [{ key: 'app', operator: 'Like', values: ['a'] }] } },
  },
  'a template without containers': { spec: { template: { spec: { containers: [] } } } },
  'a template with a bad container': {
    spec: { template: { spec: { containers: [{ name: 'A', image: '', ports: [{ containerPort: -1 }] }] } } },
  },
  'a template that never restarts': { spec: { template: { spec: { restartPolicy: 'Never' } } } },
  'no template': { spec: { template: null } },
};

export const deploymentRow: KindRow = {
  kind: 'Deployment',
  collection: apps('deployments'),
  minimal: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: meta, spec: { selector, template } },
  accepted: {
    'with a rolling update in percent': {
      spec: {
        replicas: 0,
        paused: true,
        strategy: { rollingUpdate: { maxSurge: '30%' } },
        minReadySeconds: 3,
      },
    },
    'that recreates': { spec: { strategy: { type: 'Recreate' }, revisionHistoryLimit: 0 } },
  },
  refused: {
    ...refusedByEvery,
    'negative replicas': { spec: { replicas: -1 } },
    'replicas as text': { spec: { replicas: 'three' } },
    'an unknown strategy': { spec: { strategy: { type: 'Blue' } } },
    'Recreate with rolling numbers': {
      spec: { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
    },
    'no surge and nothing unavailable': {
      spec: { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
    },
    'more than all unavailable': { spec: { strategy: { rollingUpdate: { maxUnavailable: '120%' } } } },
    'a surge that is no percentage': { spec: { strategy: { rollingUpdate: { maxSurge: 'many' } } } },
    'a deadline below the ready time': { spec: { minReadySeconds: 10, progressDeadlineSeconds: 5 } },
    'negative history': { spec: { revisionHistoryLimit: -1 } },
    'a volume claim that is not named': {
      spec: { template: { spec: { volumes: [{ name: 'v', persistentVolumeClaim: {} }] } } },
    },
  },
  updates: {
    'replicas move the generation': { spec: { replicas: 2 } },
    'labels do not': { metadata: { labels: { a: 'b' } } },
    'the selector cannot change': {
      spec: { selector: { matchLabels: { app: 'b' } }, template: { metadata: { labels: { app: 'b' } } } },
    },
    'the selector cannot narrow': {
      spec: { selector: { matchLabels: { x: 'y' } }, template: { metadata: { labels: { x: 'y' } } } },
    },
    'rolling numbers go when it recreates': { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } },
  },
  patches: {
    'a second container': {
      spec: { template: { spec: { containers: [{ name: 'side', image: 'side:1' }] } } },
    },
    'the order set': {
      spec: {
        template: {
          spec: {
            '$setElementOrder/containers': [{ name: 'side' }, { name: 'app' }],
            containers: [
              { name: 'side', env: [{ name: 'A', value: '1' }] },
              { name: 'app', ports: [{ containerPort: 80 }, { containerPort: 81, name: 'admin' }] },
            ],
          },
        },
      },
    },
    'a port merged by its number': {
      spec: {
        template: {
          spec: { containers: [{ name: 'app', ports: [{ containerPort: 80, name: 'web' }] }] },
        },
      },
    },
    'an env variable replaced and one deleted': {
      spec: {
        template: {
          spec: {
            containers: [
              {
                name: 'side',
                env: [
                  { name: 'A', $patch: 'delete' },
                  { name: 'B', value: '2' },
                ],
              },
            ],
          },
        },
      },
    },
    'a container deleted': {
      spec: { template: { spec: { containers: [{ name: 'side', $patch: 'delete' }] } } },
    },
    'the list replaced': {
      spec: {
        template: { spec: { containers: [{ $patch: 'replace' }, { name: 'new', image: 'new:1' }] } },
      },
    },
    'keys kept with retainKeys': {
      spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } },
    },
    'a volume with another source': {
      spec: { template: { spec: { volumes: [{ name: 'v', emptyDir: {} }] } } },
    },
    'a volume whose source is changed without retainKeys': {
      spec: { template: { spec: { volumes: [{ name: 'v', configMap: { name: 'c' } }] } } },
    },
    'a volume whose source is changed with retainKeys': {
      spec: {
        template: {
          spec: { volumes: [{ name: 'v', $retainKeys: ['name', 'configMap'], configMap: { name: 'c' } }] },
        },
      },
    },
    'a field taken away by null': {
      spec: { template: { spec: { volumes: null } }, revisionHistoryLimit: null },
    },
  },
};

export const replicaSetRow: KindRow = {
  kind: 'ReplicaSet',
  collection: apps('replicasets'),
  minimal: { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: meta, spec: { selector, template } },
  refused: {
    ...refusedByEvery,
    'negative replicas': { spec: { replicas: -1 } },
    'negative ready time': { spec: { minReadySeconds: -1 } },
  },
  updates: {
    'the template may change': { spec: { template: { spec: { containers: [{ name: 'x', image: 'y' }] } } } },
    'the selector cannot change': {
      spec: { selector: { matchLabels: { b: 'c' } }, template: { metadata: { labels: { b: 'c' } } } },
    },
  },
};

const claim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};

export const statefulSetRow: KindRow = {
  kind: 'StatefulSet',
  collection: apps('statefulsets'),
  minimal: {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: meta,
    spec: { selector, template, serviceName: 'one' },
  },
  accepted: {
    'with claims, ordinals and a partition': {
      spec: {
        volumeClaimTemplates: [claim],
        ordinals: { start: 5 },
        podManagementPolicy: 'Parallel',
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
      },
    },
  },
  refused: {
    ...refusedByEvery,
    'an unknown pod management': { spec: { podManagementPolicy: 'Chaotic' } },
    'an unknown update strategy': { spec: { updateStrategy: { type: 'Recreate' } } },
    'OnDelete with a partition': {
      spec: { updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } },
    },
    'a negative partition': { spec: { updateStrategy: { rollingUpdate: { partition: -1 } } } },
    'a negative first ordinal': { spec: { ordinals: { start: -1 } } },
    'an unknown retention': { spec: { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Maybe' } } },
    'negative replicas': { spec: { replicas: -1 } },
    'a name too long for its pods': { metadata: { name: 'Capital' } },
  },
  updates: {
    'replicas may change': { spec: { replicas: 3 } },
    'the service name cannot': { spec: { serviceName: 'two' } },
    'claims cannot': { spec: { volumeClaimTemplates: [claim] } },
    'pod management cannot': { spec: { podManagementPolicy: 'Parallel' } },
    'the selector cannot': {
      spec: { selector: { matchLabels: { b: 'c' } }, template: { metadata: { labels: { b: 'c' } } } },
    },
  },
  patches: {
    'the update strategy': { spec: { updateStrategy: { type: 'OnDelete', rollingUpdate: null } } },
    'an init container': { spec: { template: { spec: { initContainers: [{ name: 'i', image: 'i' }] } } } },
  },
};

export const daemonSetRow: KindRow = {
  kind: 'DaemonSet',
  collection: apps('daemonsets'),
  minimal: { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: meta, spec: { selector, template } },
  accepted: { 'that waits for deletion': { spec: { updateStrategy: { type: 'OnDelete' } } } },
  refused: {
    ...refusedByEvery,
    'nothing unavailable and no surge': {
      spec: { updateStrategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } } },
    },
    'both a surge and something unavailable': {
      spec: { updateStrategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } } },
    },
    'an unknown update strategy': { spec: { updateStrategy: { type: 'Slowly' } } },
  },
  updates: {
    'the template moves the generation': {
      spec: { template: { spec: { containers: [{ name: 'x', image: 'y' }] } } },
    },
    'the selector cannot change': {
      spec: { selector: { matchLabels: { b: 'c' } }, template: { metadata: { labels: { b: 'c' } } } },
    },
  },
};
