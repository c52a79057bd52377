import type { ClaimTemplate } from './claim-template.ts';
import type { LabelSelector, ObjectMeta } from '@banyan/api';
import type {
  Container,
  EphemeralContainer,
  ResourceRequirements,
  SeccompProfile,
} from './container-spec.ts';

/** The fields of a Pod's spec that rules look at. In wire form, so what is required is there. */
export interface PodSpec {
  activeDeadlineSeconds?: number;
  affinity?: Affinity;
  automountServiceAccountToken?: boolean;
  containers: Container[];
  dnsConfig?: DnsConfig;
  dnsPolicy?: string;
  enableServiceLinks?: boolean;
  ephemeralContainers?: EphemeralContainer[];
  hostAliases?: { ip: string; hostnames?: string[] }[];
  hostIPC?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostUsers?: boolean;
  hostname?: string;
  hostnameOverride?: string;
  imagePullSecrets?: { name?: string }[];
  initContainers?: Container[];
  nodeName?: string;
  nodeSelector?: Record<string, string>;
  os?: { name: string };
  overhead?: Record<string, string>;
  preemptionPolicy?: string;
  priority?: number;
  priorityClassName?: string;
  readinessGates?: { conditionType: string }[];
  resourceClaims?: { name: string; resourceClaimName?: string; resourceClaimTemplateName?: string }[];
  resources?: ResourceRequirements;
  restartPolicy?: string;
  runtimeClassName?: string;
  schedulerName?: string;
  schedulingGates?: { name: string }[];
  securityContext?: PodSecurityContext;
  serviceAccount?: string;
  serviceAccountName?: string;
  setHostnameAsFQDN?: boolean;
  shareProcessNamespace?: boolean;
  subdomain?: string;
  terminationGracePeriodSeconds?: number;
  tolerations?: Toleration[];
  topologySpreadConstraints?: TopologySpreadConstraint[];
  volumes?: Volume[];
}

export interface Pod {
  metadata: ObjectMeta;
  spec: PodSpec;
  status: PodStatus;
}

export interface PodStatus {
  conditions?: PodCondition[];
  hostIP?: string;
  hostIPs?: { ip: string }[];
  nominatedNodeName?: string;
  observedGeneration?: number;
  phase?: string;
  podIP?: string;
  podIPs?: { ip?: string }[];
  qosClass?: string;
}

interface PodCondition {
  type: string;
  status: string;
  lastProbeTime?: string | null;
  lastTransitionTime?: string | null;
  message?: string;
  observedGeneration?: number;
  reason?: string;
}

export interface PodTemplateSpec {
  metadata: ObjectMeta;
  spec: PodSpec;
}

interface PodSecurityContext {
  appArmorProfile?: SeccompProfile;
  fsGroup?: number;
  fsGroupChangePolicy?: string;
  runAsGroup?: number;
  runAsUser?: number;
  seLinuxChangePolicy?: string;
  seccompProfile?: SeccompProfile;
  supplementalGroups?: number[];
  supplementalGroupsPolicy?: string;
  sysctls?: { name: string; value: string }[];
  windowsOptions?: object;
}

export interface DnsConfig {
  nameservers?: string[];
  options?: { name?: string; value?: string }[];
  searches?: string[];
}

export interface Toleration {
  effect?: string;
  key?: string;
  operator?: string;
  tolerationSeconds?: number;
  value?: string;
}

export interface TopologySpreadConstraint {
  labelSelector?: LabelSelector;
  matchLabelKeys?: string[];
  maxSkew: number;
  minDomains?: number;
  nodeAffinityPolicy?: string;
  nodeTaintsPolicy?: string;
  topologyKey: string;
  whenUnsatisfiable: string;
}

export interface Affinity {
  nodeAffinity?: NodeAffinity;
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAffinity;
}

export interface NodeAffinity {
  preferredDuringSchedulingIgnoredDuringExecution?: { preference: NodeSelectorTerm; weight: number }[];
  requiredDuringSchedulingIgnoredDuringExecution?: { nodeSelectorTerms: NodeSelectorTerm[] | null };
}

export interface NodeSelectorTerm {
  matchExpressions?: NodeSelectorRequirement[];
  matchFields?: NodeSelectorRequirement[];
}

export interface NodeSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
}

export interface PodAffinity {
  preferredDuringSchedulingIgnoredDuringExecution?: { podAffinityTerm: PodAffinityTerm; weight: number }[];
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
}

export interface PodAffinityTerm {
  labelSelector?: LabelSelector;
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
  namespaceSelector?: LabelSelector;
  namespaces?: string[];
  topologyKey: string;
}

/** Its name and one source, each a field of its own. */
export interface Volume {
  name: string;
  configMap?: { name?: string; defaultMode?: number; items?: KeyToPath[] };
  downwardAPI?: { defaultMode?: number; items?: DownwardFile[] };
  emptyDir?: { medium?: string; sizeLimit?: string };
  ephemeral?: { volumeClaimTemplate?: Pick<ClaimTemplate, 'metadata' | 'spec'> };
  azureDisk?: { cachingMode?: string; fsType?: string; kind?: string; readOnly?: boolean };
  iscsi?: { iscsiInterface?: string };
  rbd?: { keyring?: string; pool?: string; user?: string };
  scaleIO?: { fsType?: string; storageMode?: string };
  hostPath?: { path: string; type?: string };
  image?: { pullPolicy?: string; reference?: string };
  nfs?: { path: string; server: string };
  persistentVolumeClaim?: { claimName: string; readOnly?: boolean };
  projected?: { defaultMode?: number; sources?: Projection[] | null };
  secret?: { secretName?: string; defaultMode?: number; items?: KeyToPath[] };
  csi?: { driver: string; nodePublishSecretRef?: { name?: string } };
}

export interface KeyToPath {
  key: string;
  mode?: number;
  path: string;
}

export interface DownwardFile {
  fieldRef?: { apiVersion?: string; fieldPath: string };
  mode?: number;
  path: string;
  resourceFieldRef?: { containerName?: string; divisor?: string; resource: string };
}

export interface Projection {
  clusterTrustBundle?: object;
  configMap?: { name?: string; items?: KeyToPath[] };
  downwardAPI?: { items?: DownwardFile[] };
  podCertificate?: object;
  secret?: { name?: string; items?: KeyToPath[] };
  serviceAccountToken?: { audience?: string; expirationSeconds?: number; path: string };
}
