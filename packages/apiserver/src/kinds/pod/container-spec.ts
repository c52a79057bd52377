/** The fields of a container that rules look at, in wire form. */
export interface Container {
  args?: string[];
  command?: string[];
  env?: EnvVar[];
  envFrom?: EnvFromSource[];
  image?: string;
  imagePullPolicy?: string;
  lifecycle?: { postStart?: Handler; preStop?: Handler; stopSignal?: string };
  livenessProbe?: Probe;
  name: string;
  ports?: ContainerPort[];
  readinessProbe?: Probe;
  resizePolicy?: { resourceName: string; restartPolicy: string }[];
  resources: ResourceRequirements;
  restartPolicy?: string;
  restartPolicyRules?: RestartRule[];
  securityContext?: SecurityContext;
  startupProbe?: Probe;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  volumeDevices?: { name: string; devicePath: string }[];
  volumeMounts?: VolumeMount[];
}

export interface EphemeralContainer extends Container {
  targetContainerName?: string;
}

export interface ContainerPort {
  containerPort: number;
  hostIP?: string;
  hostPort?: number;
  name?: string;
  protocol?: string;
}

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: EnvVarSource;
}

export interface EnvVarSource {
  configMapKeyRef?: KeySelector;
  fieldRef?: FieldRef;
  fileKeyRef?: { key: string; path: string; volumeName: string };
  resourceFieldRef?: ResourceFieldRef;
  secretKeyRef?: KeySelector;
}

export interface KeySelector {
  key: string;
  name?: string;
}

export interface FieldRef {
  apiVersion?: string;
  fieldPath: string;
}

export interface ResourceFieldRef {
  containerName?: string;
  divisor?: string;
  resource: string;
}

export interface EnvFromSource {
  configMapRef?: { name?: string };
  prefix?: string;
  secretRef?: { name?: string };
}

export interface Handler {
  exec?: { command?: string[] };
  grpc?: { port: number; service?: string };
  httpGet?: HttpGet;
  sleep?: { seconds: number };
  tcpSocket?: { port: number | string };
}

export interface HttpGet {
  httpHeaders?: { name: string; value: string }[];
  path?: string;
  port: number | string;
  scheme?: string;
}

export interface Probe extends Handler {
  failureThreshold?: number;
  initialDelaySeconds?: number;
  periodSeconds?: number;
  successThreshold?: number;
  terminationGracePeriodSeconds?: number;
  timeoutSeconds?: number;
}

export interface ResourceRequirements {
  claims?: { name: string; request?: string }[];
  limits?: Record<string, string>;
  requests?: Record<string, string>;
}

export interface RestartRule {
  action: string;
  exitCodes?: { operator: string; values?: number[] };
}

export interface SecurityContext {
  allowPrivilegeEscalation?: boolean;
  appArmorProfile?: SeccompProfile;
  capabilities?: { add?: string[]; drop?: string[] };
  privileged?: boolean;
  procMount?: string;
  readOnlyRootFilesystem?: boolean;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  runAsUser?: number;
  seLinuxOptions?: { user?: string; role?: string; type?: string; level?: string };
  seccompProfile?: SeccompProfile;
  windowsOptions?: object;
}

/** Of seccomp and of AppArmor alike. */
export interface SeccompProfile {
  localhostProfile?: string;
  type: string;
}

export interface VolumeMount {
  mountPath: string;
  mountPropagation?: string;
  name: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
  subPath?: string;
  subPathExpr?: string;
}
