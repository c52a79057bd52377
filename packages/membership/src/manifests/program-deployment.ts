import type { KubeObject } from '@banyan/api';

/** What a container is given besides the program: everything that differs between hub and agent. */
export interface ProgramDeployment {
  readonly name: string;
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly image: string;
  readonly replicas: number;
  readonly args: readonly string[];
  readonly env?: readonly object[];
  /** Served for others, by name. */
  readonly ports?: Readonly<Record<string, number>>;
  /** Serves /healthz, /readyz and /metrics. */
  readonly observePort: number;
  readonly resources: object;
}

/** Any number that is not root; the same as in the container file. */
const USER_ID = 65532;
/** A Node process needs some hundred milliseconds to stop its streams; kubelets wait this long before they kill. */
const GRACE_SECONDS = 30;

/**
 * A Deployment of `banyan`: not root, nothing writable but an empty `/tmp`, no capability, probes on the port that is
 * not reached from outside. Replicas avoid each other's nodes.
 */
export function programDeployment(program: ProgramDeployment): KubeObject {
  const { name, namespace, replicas } = program;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels: programLabels(name) },
    spec: {
      replicas,
      selector: { matchLabels: selectorLabels(name) },
      template: {
        metadata: { labels: programLabels(name) },
        spec: {
          serviceAccountName: program.serviceAccount,
          terminationGracePeriodSeconds: GRACE_SECONDS,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: USER_ID,
            runAsGroup: USER_ID,
            fsGroup: USER_ID,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          affinity: apartFrom(name),
          tolerations: [
            { key: 'node-role.kubernetes.io/control-plane', operator: 'Exists', effect: 'NoSchedule' },
          ],
          containers: [container(program)],
          volumes: [{ name: 'tmp', emptyDir: {} }],
        },
      },
    },
  };
}

/** How a Service or a budget finds the pods. */
export function selectorLabels(name: string): Record<string, string> {
  return { app: name };
}

export function programLabels(name: string): Record<string, string> {
  return { ...selectorLabels(name), 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'banyan' };
}

function container(program: ProgramDeployment): object {
  const { name, image, args, env = [], ports = {}, observePort, resources } = program;
  const allPorts = { ...ports, observe: observePort };
  const probe = (path: string) => ({ httpGet: { path, port: 'observe' } });
  return {
    name,
    image,
    imagePullPolicy: 'IfNotPresent',
    args,
    ...(env.length > 0 && { env }),
    ports: Object.entries(allPorts).map(([portName, containerPort]) => ({
      name: portName,
      containerPort,
      protocol: 'TCP',
    })),
    livenessProbe: { ...probe('/healthz'), periodSeconds: 20, timeoutSeconds: 10, failureThreshold: 3 },
    readinessProbe: { ...probe('/readyz'), periodSeconds: 5, timeoutSeconds: 5, failureThreshold: 2 },
    startupProbe: { ...probe('/healthz'), periodSeconds: 2, timeoutSeconds: 5, failureThreshold: 60 },
    resources,
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
    volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
  };
}

function apartFrom(name: string): object {
  return {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 100,
          podAffinityTerm: {
            labelSelector: { matchLabels: selectorLabels(name) },
            topologyKey: 'kubernetes.io/hostname',
          },
        },
      ],
    },
  };
}
