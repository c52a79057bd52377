import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  ConfigMap,
  Container,
  EnvFromSource,
  EnvVar,
  Pod,
  Secret,
  Service,
  Volume,
} from '@banyan/api/objects';
import { containerEnvironment, expandReferences } from './container-environment.ts';
import { fieldValue, resourceValue } from './field-value.ts';
import type { ObjectLookup } from './object-lookup.ts';
import { serviceEnvironment } from './service-environment.ts';
import { volumeContent } from './volume-content.ts';

const CONFIG: ConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c' },
  data: { a: '1', b: '2' },
  binaryData: { bytes: 'AAE=' },
};
const SECRET: Secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { k: 'eA==' } };
const LOOKUP: ObjectLookup = {
  configMap: (name) => (name === 'c' ? CONFIG : undefined),
  secret: (name) => (name === 's' ? SECRET : undefined),
};
const CONTAINER: Container = {
  name: 'c',
  resources: { limits: { cpu: '1500m', memory: '64Mi' }, requests: { cpu: '250m' } },
};
const POD: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'n', uid: 'u', labels: { b: '2', a: '1' }, annotations: { 'x/y': 'z' } },
  spec: { containers: [CONTAINER], nodeName: 'node', serviceAccountName: 'default' },
  status: { podIP: '10.0.0.1', hostIP: '127.0.0.1' },
};

function environment(
  parts: { env?: EnvVar[]; envFrom?: EnvFromSource[] },
  isLenient = false,
): Record<string, string> {
  return containerEnvironment(
    { ...CONTAINER, ...parts },
    { pod: POD, lookup: LOOKUP, known: { HOME: '/root' }, isLenient },
  );
}

const VARIABLES: readonly [env: EnvVar, value: string | undefined][] = [
  [{ name: 'X', value: 'plain' }, 'plain'],
  [{ name: 'X' }, ''],
  [{ name: 'X', value: '$(HOME)/$(NONE)/$$(HOME)' }, '/root/$(NONE)/$(HOME)'],
  [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'c', key: 'a' } } }, '1'],
  [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'none', key: 'a', optional: true } } }, undefined],
  [{ name: 'X', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }, 'x'],
  [{ name: 'X', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } }, 'n'],
  [{ name: 'X', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }, '2'],
];

test('variables have the values that they refer to', () => {
  for (const [variable, value] of VARIABLES)
    assert.equal(environment({ env: [variable] })['X'], value, JSON.stringify(variable));
  assert.deepEqual(
    environment({ envFrom: [{ prefix: 'P_', configMapRef: { name: 'c' } }, { secretRef: { name: 's' } }] }),
    {
      P_a: '1',
      P_b: '2',
      P_bytes: '\0\x01',
      k: 'x',
    },
  );
});

const MISSING: readonly [parts: Parameters<typeof environment>[0], words: string][] = [
  [
    { env: [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'none', key: 'a' } } }] },
    'configmap "none" not found',
  ],
  [
    { env: [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'c', key: 'z' } } }] },
    "couldn't find key z in ConfigMap n/c",
  ],
  [
    { env: [{ name: 'X', valueFrom: { secretKeyRef: { name: 'none', key: 'a' } } }] },
    'secret "none" not found',
  ],
  [
    { env: [{ name: 'X', valueFrom: { secretKeyRef: { name: 's', key: 'z' } } }] },
    "couldn't find key z in Secret n/s",
  ],
  [{ envFrom: [{ configMapRef: { name: 'none' } }] }, 'configmap "none" not found'],
  [{ envFrom: [{ secretRef: { name: 'none' } }] }, 'secret "none" not found'],
];

test('what is missing is named in the kubelet’s words', () => {
  for (const [parts, message] of MISSING)
    assert.throws(() => environment(parts), { name: 'MissingReference', message });
  assert.deepEqual(environment({ envFrom: [{ configMapRef: { name: 'none', optional: true } }] }), {});
});

test('a container that runs goes on without what has gone', () => {
  for (const [parts] of MISSING) assert.deepEqual(environment(parts, true), {});
});

test('references are replaced, and what is escaped is not', () => {
  assert.equal(expandReferences('$(A)-$(B)-$$(A)-$A', { A: '1' }), '1-$(B)-$(A)-$A');
});

test('fields of a pod', () => {
  for (const [path, value] of [
    ['metadata.name', 'p'],
    ['metadata.uid', 'u'],
    ["metadata.labels['a']", '1'],
    ["metadata.annotations['x/y']", 'z'],
    ["metadata.labels['none']", ''],
    ['metadata.labels', 'a="1"\nb="2"'],
    ['spec.nodeName', 'node'],
    ['status.podIP', '10.0.0.1'],
    ['spec.none', undefined],
  ] as const)
    assert.equal(fieldValue(POD, path), value, path);
});

test('resources of a container, in units, rounded up; without a limit the node’s', () => {
  for (const [resource, divisor, value] of [
    ['limits.cpu', '1', '2'],
    ['limits.cpu', '1m', '1500'],
    ['requests.cpu', '1m', '250'],
    ['limits.memory', '1Mi', '64'],
    ['requests.memory', '1', '0'],
    ['limits.ephemeral-storage', '1Gi', '200'],
  ] as const)
    assert.equal(resourceValue(CONTAINER, resource, divisor), value, `${resource} ${divisor}`);
});

test('Services are found by variables, headless ones not', () => {
  const service = (name: string, clusterIP: string): Service => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { clusterIP, ports: [{ name: 'http', port: 80, protocol: 'TCP' }] },
  });
  assert.deepEqual(serviceEnvironment([service('my-web', '10.96.0.9'), service('headless', 'None')]), {
    MY_WEB_SERVICE_HOST: '10.96.0.9',
    MY_WEB_SERVICE_PORT: '80',
    MY_WEB_SERVICE_PORT_HTTP: '80',
    MY_WEB_PORT: 'tcp://10.96.0.9:80',
  });
});

const VOLUMES: readonly [volume: Omit<Volume, 'name'>, files: Record<string, string> | undefined][] = [
  [{ emptyDir: {} }, undefined],
  [{ configMap: { name: 'c', items: [{ key: 'a', path: 'x/a.txt' }] } }, { 'x/a.txt': '1' }],
  [{ configMap: { name: 'none', optional: true } }, {}],
  [{ secret: { secretName: 's' } }, { k: 'x' }],
  [{ downwardAPI: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] } }, { name: 'p' }],
  [
    {
      projected: {
        sources: [
          { secret: { name: 's' } },
          { configMap: { name: 'c', items: [{ key: 'b', path: 'b' }] } },
          {
            downwardAPI: {
              items: [
                {
                  path: 'cpu',
                  resourceFieldRef: { containerName: 'c', resource: 'limits.cpu', divisor: '1m' },
                },
              ],
            },
          },
        ],
      },
    },
    { k: 'x', b: '2', cpu: '1500' },
  ],
];

test('volumes show what they are made of', () => {
  for (const [volume, files] of VOLUMES) {
    const content = volumeContent({ name: 'v', ...volume }, POD, LOOKUP);
    const shown = content && Object.fromEntries([...content].map(([path, data]) => [path, data.toString()]));
    assert.deepEqual(shown, files, JSON.stringify(volume));
  }
  assert.throws(
    () => volumeContent({ name: 'v', configMap: { name: 'none' } }, POD, LOOKUP),
    /configmap "none" not found/,
  );
  assert.throws(
    () =>
      volumeContent({ name: 'v', configMap: { name: 'c', items: [{ key: 'z', path: 'z' }] } }, POD, LOOKUP),
    /references non-existent config key: z/,
  );
});
