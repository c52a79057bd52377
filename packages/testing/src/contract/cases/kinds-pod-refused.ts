import type { KindRow } from './kinds-row.ts';
import { podRow } from './kinds-pod.ts';

const container = (change: object) => ({
  spec: { containers: [{ name: 'app', image: 'app:1', ...change }] },
});
const volume = (...volumes: object[]) => ({ spec: { volumes } });

const { kind, collection, minimal } = podRow;
const pod = { kind, collection, minimal };

/** What a Pod is refused for, by topic. */
export const podTopicRows: KindRow[] = [
  {
    ...pod,
    topic: 'containers',
    refused: {
      'no containers': { spec: { containers: [] } },
      'a container without name and image': { spec: { containers: [{}] } },
      'two containers of one name': {
        spec: {
          containers: [
            { name: 'a', image: 'a' },
            { name: 'a', image: 'b' },
          ],
        },
      },
      'an image with spaces around it': container({ image: ' app' }),
      'a container name that is no label': container({ name: 'Not_Valid' }),
      'an unknown pull policy': container({ imagePullPolicy: 'Sometimes' }),
      'ports out of range and twice': container({
        ports: [
          { containerPort: 0 },
          { containerPort: 70000 },
          { name: 'too-long-for-a-port-name', containerPort: 1 },
        ],
      }),
      'an unknown protocol': container({ ports: [{ containerPort: 1, protocol: 'ICMP' }] }),
      'requests above limits': container({ resources: { limits: { cpu: '1' }, requests: { cpu: '2' } } }),
      'a negative quantity': container({ resources: { limits: { cpu: '-1' } } }),
      'a quantity that is no number': container({ resources: { limits: { cpu: 'lots' } } }),
      'an unknown standard resource': container({ resources: { limits: { disk: '1' } } }),
      'env without a name, with two sources, with bad field path': container({
        env: [
          { value: 'x' },
          { name: 'TWO', value: 'x', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          { name: 'PATH_', valueFrom: { fieldRef: { fieldPath: 'spec.containers' } } },
        ],
      }),
      'a probe with no handler and one with two': container({
        livenessProbe: {},
        readinessProbe: { httpGet: { port: 1 }, tcpSocket: { port: 1 } },
      }),
      'probe numbers below zero': container({
        livenessProbe: { tcpSocket: { port: 1 }, periodSeconds: -1, successThreshold: 2 },
      }),
      'an init container with a lifecycle': {
        spec: { initContainers: [{ name: 'i', image: 'i', livenessProbe: { tcpSocket: { port: 1 } } }] },
      },
      'ephemeral containers at creation': {
        spec: { ephemeralContainers: [{ name: 'debug', image: 'd' }] },
      },
      'user ids below zero': container({ securityContext: { runAsUser: -1 } }),
      'privileged without escalation': container({
        securityContext: { privileged: true, allowPrivilegeEscalation: false },
      }),
    },
  },
  {
    ...pod,
    topic: 'volumes',
    refused: {
      'a mount of a volume that is not there': container({
        volumeMounts: [{ name: 'nope', mountPath: '/x' }],
      }),
      'two mounts at one path': {
        spec: {
          volumes: [{ name: 'v', emptyDir: {} }],
          containers: [
            {
              name: 'app',
              image: 'app',
              volumeMounts: [
                { name: 'v', mountPath: '/x' },
                { name: 'v', mountPath: '/x' },
              ],
            },
          ],
        },
      },
      'two volumes of one name': volume({ name: 'v', emptyDir: {} }, { name: 'v', emptyDir: {} }),
      'a volume with two sources': volume({ name: 'v', emptyDir: {}, hostPath: { path: '/' } }),
      'a hostPath that climbs': volume({ name: 'v', hostPath: { path: '/a/../b' } }),
      'a secret volume without a name': volume({ name: 'v', secret: {} }),
      'a projected item that climbs': volume({
        name: 'v',
        configMap: { name: 'c', items: [{ key: 'a', path: '../a' }] },
      }),
    },
  },
  {
    ...pod,
    topic: 'metadata',
    refused: {
      'no name': { metadata: { name: null } },
      'a name with capitals': { metadata: { name: 'Not_Valid' } },
      'another namespace than the path': { metadata: { namespace: 'elsewhere' } },
      'labels that are not labels': { metadata: { labels: { 'a b': 'c' } } },
      'a label value that is too long': { metadata: { labels: { a: 'x'.repeat(64) } } },
      'an annotation key that is no key': { metadata: { annotations: { '/a': 'c' } } },
      'an owner without a uid': {
        metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'x', uid: '' }] },
      },
      'a finalizer that is no name': { metadata: { finalizers: ['not valid'] } },
    },
  },
  {
    ...pod,
    topic: 'placement and the rest',
    refused: {
      'no spec': { spec: null },
      'an unknown restart policy': { spec: { restartPolicy: 'Perhaps' } },
      'an unknown DNS policy': { spec: { dnsPolicy: 'Magic' } },
      'DNS policy None without a server': { spec: { dnsPolicy: 'None' } },
      'a negative deadline': { spec: { activeDeadlineSeconds: -1 } },
      'a toleration that makes no sense': {
        spec: {
          tolerations: [
            { operator: 'Exists', value: 'v' },
            { effect: 'NoRun', key: 'a' },
          ],
        },
      },
      'a node selector term with a bad operator': {
        spec: {
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Like', values: ['b'] }] }],
              },
            },
          },
        },
      },
      'an affinity weight out of range': {
        spec: {
          affinity: {
            podAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: [
                { weight: 101, podAffinityTerm: { topologyKey: '', labelSelector: {} } },
              ],
            },
          },
        },
      },
      'spread that is unsatisfiable by word': {
        spec: { topologySpreadConstraints: [{ maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'Hope' }] },
      },
      'a host port without host network agreement': {
        spec: {
          hostNetwork: true,
          containers: [{ name: 'a', image: 'a', ports: [{ containerPort: 1, hostPort: 2 }] }],
        },
      },
      'an unknown priority class': { spec: { priorityClassName: 'no-such-class' } },
      'a priority of its own': { spec: { priority: 7 } },
      'a service account that is not there': { spec: { serviceAccountName: 'nobody' } },
      'a hostname with dots': { spec: { hostname: 'a.b' } },
      'wrong types': { spec: { containers: 'none' } },
    },
  },
];
