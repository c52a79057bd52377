import type { KubeObject } from '../kube-object.ts';
import type { LabelSelector } from '../label-selector.ts';

/** A Pod, as far as this project reads one. Everything else passes through untouched. */
export interface Pod extends KubeObject {
  spec: PodSpec;
  status?: PodStatus;
}

export interface PodTemplate {
  metadata?: {
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    [field: string]: unknown;
  };
  spec: PodSpec;
}

export interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  ephemeralContainers?: Container[];
  volumes?: Volume[];
  nodeName?: string;
  nodeSelector?: Record<string, string>;
  affinity?: Affinity;
  tolerations?: Toleration[];
  topologySpreadConstraints?: TopologySpreadConstraint[];
  restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  terminationGracePeriodSeconds?: number;
  activeDeadlineSeconds?: number;
  serviceAccountName?: string;
  hostname?: string;
  subdomain?: string;
  hostNetwork?: boolean;
  priority?: number;
  priorityClassName?: string;
  preemptionPolicy?: string;
  schedulerName?: string;
  schedulingGates?: { name: string }[];
  readinessGates?: { conditionType: string }[];
  overhead?: Record<string, string>;
  [field: string]: unknown;
}

export interface Container {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  env?: EnvVar[];
  envFrom?: EnvFromSource[];
  ports?: ContainerPort[];
  resources?: ResourceRequirements;
  volumeMounts?: { name: string; mountPath: string; subPath?: string; readOnly?: boolean }[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
  restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  lifecycle?: { postStart?: LifecycleHook; preStop?: LifecycleHook };
  resizePolicy?: { resourceName: string; restartPolicy: 'NotRequired' | 'RestartContainer' }[];
  stdin?: boolean;
  stdinOnce?: boolean;
  terminationMessagePath?: string;
  terminationMessagePolicy?: 'File' | 'FallbackToLogsOnError';
  tty?: boolean;
  workingDir?: string;
  [field: string]: unknown;
}

/** What is done right after a container's start or right before its end. */
export interface LifecycleHook {
  exec?: { command?: string[] };
  httpGet?: { path?: string; port: number | string };
  sleep?: { seconds: number };
}

export interface ContainerPort {
  name?: string;
  containerPort: number;
  hostPort?: number;
  hostIP?: string;
  protocol?: string;
}

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: {
    configMapKeyRef?: { name: string; key: string; optional?: boolean };
    secretKeyRef?: { name: string; key: string; optional?: boolean };
    fieldRef?: { fieldPath: string };
    resourceFieldRef?: ResourceFieldRef;
  };
}

export interface ResourceFieldRef {
  resource: string;
  containerName?: string;
  divisor?: string;
}

export interface EnvFromSource {
  prefix?: string;
  configMapRef?: { name: string; optional?: boolean };
  secretRef?: { name: string; optional?: boolean };
}

export interface ResourceRequirements {
  requests?: Record<string, string>;
  limits?: Record<string, string>;
  [field: string]: unknown;
}

export interface Probe {
  exec?: { command?: string[] };
  httpGet?: { path?: string; port: number | string };
  tcpSocket?: { port: number | string };
  grpc?: { port: number };
  initialDelaySeconds?: number;
  periodSeconds?: number;
  timeoutSeconds?: number;
  successThreshold?: number;
  failureThreshold?: number;
  terminationGracePeriodSeconds?: number;
}

export interface Volume {
  name: string;
  configMap?: { name?: string; items?: KeyToPath[]; optional?: boolean };
  secret?: { secretName?: string; items?: KeyToPath[]; optional?: boolean };
  persistentVolumeClaim?: { claimName: string; readOnly?: boolean };
  emptyDir?: object;
  projected?: { sources?: Record<string, unknown>[] };
  downwardAPI?: {
    items?: { path: string; fieldRef?: { fieldPath: string }; resourceFieldRef?: ResourceFieldRef }[];
  };
  ephemeral?: {
    volumeClaimTemplate?: {
      metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
      spec: Record<string, unknown>;
    };
  };
  [source: string]: unknown;
}

export interface KeyToPath {
  key: string;
  path: string;
}

export interface Toleration {
  key?: string;
  operator?: 'Exists' | 'Equal' | 'Lt' | 'Gt';
  value?: string;
  effect?: TaintEffect;
  tolerationSeconds?: number;
}

export type TaintEffect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';

export interface Affinity {
  nodeAffinity?: {
    requiredDuringSchedulingIgnoredDuringExecution?: { nodeSelectorTerms: NodeSelectorTerm[] };
    preferredDuringSchedulingIgnoredDuringExecution?: { weight: number; preference: NodeSelectorTerm }[];
  };
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAffinity;
}

export interface PodAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  preferredDuringSchedulingIgnoredDuringExecution?: { weight: number; podAffinityTerm: PodAffinityTerm }[];
}

export interface PodAffinityTerm {
  labelSelector?: LabelSelector;
  namespaces?: string[];
  namespaceSelector?: LabelSelector;
  topologyKey: string;
}

export interface NodeSelectorTerm {
  matchExpressions?: NodeSelectorRequirement[];
  matchFields?: NodeSelectorRequirement[];
}

export interface NodeSelectorRequirement {
  key: string;
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';
  values?: string[];
}

export interface TopologySpreadConstraint {
  maxSkew: number;
  topologyKey: string;
  whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
  labelSelector?: LabelSelector;
  minDomains?: number;
  matchLabelKeys?: string[];
}

export interface PodStatus {
  phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
  conditions?: Condition[];
  message?: string;
  reason?: string;
  nominatedNodeName?: string;
  hostIP?: string;
  hostIPs?: { ip: string }[];
  podIP?: string;
  podIPs?: { ip: string }[];
  startTime?: string;
  qosClass?: string;
  observedGeneration?: number;
  initContainerStatuses?: ContainerStatus[];
  containerStatuses?: ContainerStatus[];
  ephemeralContainerStatuses?: ContainerStatus[];
  [field: string]: unknown;
}

export interface ContainerStatus {
  name: string;
  state?: ContainerState;
  lastState?: ContainerState;
  ready: boolean;
  restartCount: number;
  image: string;
  imageID: string;
  containerID?: string;
  started?: boolean;
  [field: string]: unknown;
}

/** One of the three. */
export interface ContainerState {
  waiting?: { reason?: string; message?: string };
  running?: { startedAt?: string };
  terminated?: {
    exitCode: number;
    reason?: string;
    message?: string;
    signal?: number;
    startedAt?: string;
    finishedAt?: string;
    containerID?: string;
  };
}

/** What many kinds say about themselves. */
export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason?: string;
  message?: string;
  lastTransitionTime?: string | null;
  lastUpdateTime?: string;
  lastProbeTime?: string | null;
  lastHeartbeatTime?: string;
  observedGeneration?: number;
}
