import { metadataConfig, stringMap } from './metadata-config.ts';
import type { Json, Scenario } from './scenario.ts';
import type { SeededRandom } from './seeded-random.ts';

const configMap: Scenario = {
  name: 'configmap',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  path: '/api/v1/namespaces/default/configmaps',
  base: { data: { kept: 'yes' } },
  config: (random) => ({
    metadata: metadataConfig(random),
    data: random.maybe(0.7, () => stringMap(random, ['a', 'b', 'c', 'kept'], ['1', '2', '<&>'])),
    binaryData: random.maybe(0.2, () => stringMap(random, ['bin'], ['AAE=', 'AAI='])),
    immutable: random.maybe(0.05, () => false),
  }),
};

function podSpec(random: SeededRandom, containers: readonly string[]): Json {
  return {
    containers: containers.map((name) => container(random, name)),
    volumes: random.maybe(0.4, () =>
      random.some(['cache', 'data'], 0.7).map((name) => ({ name, emptyDir: {} })),
    ),
    nodeSelector: random.maybe(0.3, () => stringMap(random, ['disk', 'zone'], ['a', 'b'])),
    tolerations: random.maybe(0.3, () => [
      { key: random.pick('k1', 'k2'), operator: 'Exists', effect: 'NoSchedule' },
    ]),
    hostAliases: random.maybe(0.2, () => [{ ip: '10.1.1.1', hostnames: random.some(['h1', 'h2'], 0.8) }]),
    imagePullSecrets: random.maybe(0.2, () => random.some(['s1', 's2'], 0.8).map((name) => ({ name }))),
    terminationGracePeriodSeconds: random.maybe(0.3, () => random.pick(10, 30)),
  };
}

/** A list may name an item twice, though no configuration may. */
function withDuplicate(random: SeededRandom, items: readonly Json[]): Json[] {
  const [first] = items;
  return first !== undefined && random.chance(0.15) ? [...items, { ...first, value: '3' }] : [...items];
}

function container(random: SeededRandom, name: string): Json {
  return {
    name,
    image: random.pick('nginx:1', 'nginx:2'),
    command: random.maybe(0.3, () => ['run', random.pick('a', 'b')]),
    env: random.maybe(0.4, () =>
      withDuplicate(
        random,
        random.some(['A', 'B', 'C'], 0.6).map((key) => ({ name: key, value: random.pick('1', '2') })),
      ),
    ),
    ports: random.maybe(0.4, () =>
      random.some([80, 443, 8080], 0.6).map((containerPort) => ({
        containerPort,
        protocol: random.maybe(0.6, () => random.pick('TCP', 'UDP')),
        name: random.maybe(0.3, () => `p${containerPort}`),
      })),
    ),
    resources: random.maybe(0.3, () => ({
      limits: stringMap(random, ['cpu', 'memory'], ['1', '2']),
      requests: random.maybe(0.5, () => stringMap(random, ['cpu'], ['1'])),
    })),
  };
}

const deployment: Scenario = {
  name: 'deployment',
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  path: '/apis/apps/v1/namespaces/default/deployments',
  scale: true,
  base: {
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'main', image: 'nginx:0' }] },
      },
    },
  },
  config: (random) => ({
    metadata: metadataConfig(random),
    spec: {
      replicas: random.maybe(0.4, () => random.pick(1, 2, 3)),
      minReadySeconds: random.maybe(0.2, () => random.pick(1, 5)),
      strategy: random.maybe(0.3, () =>
        random.pick<Json>(
          { type: 'RollingUpdate', rollingUpdate: { maxSurge: random.pick<string | number>(1, '50%') } },
          { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
        ),
      ),
      template: random.maybe(0.7, () => ({
        metadata: random.maybe(0.3, () => ({ annotations: stringMap(random, ['rev'], ['1', '2']) })),
        spec: podSpec(random, random.some(['main', 'side', 'extra'], 0.5)),
      })),
    },
  }),
  invalid: [
    { spec: { bogus: 1 } },
    { spec: { replicas: 'three' } },
    { spec: { paused: 'no' } },
    { spec: { template: { spec: { containers: [{ name: 'a' }, { name: 'a' }] } } } },
    { spec: { template: { spec: { containers: [{ image: 'nginx' }] } } } },
    { spec: { template: { spec: { containers: { name: 'a' } } } } },
    { spec: ['list'] },
    { metadata: { labels: { app: 5 } } },
    { metadata: { managedFields: [] } },
  ],
  status: (random) => ({
    observedGeneration: random.maybe(0.5, () => 1),
    replicas: random.maybe(0.5, () => random.pick(1, 2)),
    conditions: random.maybe(0.7, () =>
      conditions(random, ['Available', 'Progressing']).map((condition) => ({
        ...condition,
        lastUpdateTime: TIME,
      })),
    ),
  }),
};

const TIME = '2026-01-01T00:00:00Z';

function conditions(random: SeededRandom, types: readonly string[]): Json[] {
  return random.some(types, 0.7).map((type) => ({
    type,
    status: random.pick('True', 'False'),
    reason: random.maybe(0.6, () => random.pick('R1', 'R2')),
    message: random.maybe(0.4, () => 'm'),
    lastTransitionTime: TIME,
  }));
}

const service: Scenario = {
  name: 'service',
  apiVersion: 'v1',
  kind: 'Service',
  path: '/api/v1/namespaces/default/services',
  base: {
    spec: {
      type: 'ClusterIP',
      clusterIP: 'None',
      clusterIPs: ['None'],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      ports: [{ port: 1, name: 'base' }],
    },
  },
  config: (random) => ({
    metadata: metadataConfig(random),
    spec: {
      selector: random.maybe(0.5, () => stringMap(random, ['app', 'tier'], ['x', 'y'])),
      publishNotReadyAddresses: random.maybe(0.2, () => random.pick(true, false)),
      ports: random.maybe(0.6, () =>
        random.some([80, 443, 53], 0.6).map((port) => ({
          port,
          protocol: random.maybe(0.6, () => random.pick('TCP', 'UDP')),
          name: `p${port}`,
          targetPort: random.maybe(0.5, () => random.pick<string | number>(8080, 'web')),
        })),
      ),
    },
  }),
};

/** The server gives it to every new node. */
const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

const node: Scenario = {
  name: 'node',
  apiVersion: 'v1',
  kind: 'Node',
  path: '/api/v1/nodes',
  base: { metadata: { labels: { role: 'worker' } }, spec: { taints: [NOT_READY] } },
  config: (random) => ({
    metadata: metadataConfig(random),
    spec: {
      unschedulable: random.maybe(0.3, () => random.pick(true, false)),
      taints: random.maybe(0.4, () => [
        NOT_READY,
        ...random.some(['t1', 't2'], 0.7).map((key) => ({ key, effect: 'NoSchedule' })),
      ]),
    },
  }),
  status: (random) => ({
    capacity: random.maybe(0.5, () => stringMap(random, ['cpu', 'memory'], ['4', '8'])),
    addresses: random.maybe(0.4, () =>
      random.some(['InternalIP', 'Hostname'], 0.7).map((type) => ({ type, address: random.pick('a', 'b') })),
    ),
    conditions: random.maybe(0.7, () =>
      conditions(random, ['Ready', 'DiskPressure']).map((condition) => ({
        ...condition,
        lastHeartbeatTime: TIME,
      })),
    ),
  }),
};

const pod: Scenario = {
  name: 'pod',
  apiVersion: 'v1',
  kind: 'Pod',
  path: '/api/v1/namespaces/default/pods',
  base: {
    spec: {
      automountServiceAccountToken: false,
      enableServiceLinks: true,
      preemptionPolicy: 'PreemptLowerPriority',
      priority: 0,
      serviceAccount: 'default',
      serviceAccountName: 'default',
      tolerations: ['not-ready', 'unreachable'].map((what) => ({
        key: `node.kubernetes.io/${what}`,
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      })),
      containers: [{ name: 'main', image: 'nginx:0' }],
    },
  },
  config: (random) => ({
    metadata: metadataConfig(random),
    spec: {
      containers: random.maybe(0.4, () => [{ name: 'main', image: random.pick('nginx:1', 'nginx:2') }]),
    },
  }),
  status: (random) => ({
    phase: random.maybe(0.3, () => random.pick('Pending', 'Running')),
    message: random.maybe(0.2, () => random.pick('one', 'two')),
    conditions: random.maybe(0.7, () => conditions(random, ['Ready', 'PodScheduled', 'example.com/gate'])),
  }),
};

export const builtinScenarios: readonly Scenario[] = [configMap, deployment, service, node, pod];
