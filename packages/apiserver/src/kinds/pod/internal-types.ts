import { INTERNAL_VOLUME_TYPES } from '../storage/internal-volume-types.ts';

/**
 * The fields of the types that the server keeps Pods in, in their order: messages that print a whole object print it
 * in these names. `Name:string`, `*` for what may be nil, `[]` for lists, `{}` for maps; `Name=field` where the name
 * of the field on the wire is not the same in lower case.
 */
export const INTERNAL_TYPES: Readonly<Record<string, string>> = {
  ...INTERNAL_VOLUME_TYPES,
  PodSpec: `
    Volumes:[]Volume InitContainers:[]Container Containers:[]Container
    EphemeralContainers:[]EphemeralContainer RestartPolicy:string TerminationGracePeriodSeconds:*number
    ActiveDeadlineSeconds:*number DNSPolicy:string NodeSelector:{}string ServiceAccountName:string
    AutomountServiceAccountToken:*boolean NodeName:string SecurityContext:*PodSecurityContext
    ImagePullSecrets:[]LocalObjectReference Hostname:string Subdomain:string SetHostnameAsFQDN:*boolean
    Affinity:*Affinity SchedulerName:string Tolerations:[]Toleration HostAliases:[]HostAlias
    PriorityClassName:string Priority:*number PreemptionPolicy:*string DNSConfig:*PodDNSConfig
    ReadinessGates:[]PodReadinessGate RuntimeClassName:*string Overhead:{}Quantity
    EnableServiceLinks:*boolean TopologySpreadConstraints:[]TopologySpreadConstraint OS:*PodOS
    SchedulingGates:[]PodSchedulingGate ResourceClaims:[]PodResourceClaim
    Resources:*ResourceRequirements HostnameOverride:*string SchedulingGroup:*PodSchedulingGroup`,
  Volume: `
    Name:string HostPath:*HostPathVolumeSource EmptyDir:*EmptyDirVolumeSource
    GCEPersistentDisk:*GCEPersistentDiskVolumeSource
    AWSElasticBlockStore:*AWSElasticBlockStoreVolumeSource GitRepo:*GitRepoVolumeSource
    Secret:*SecretVolumeSource NFS:*NFSVolumeSource ISCSI:*ISCSIVolumeSource
    Glusterfs:*GlusterfsVolumeSource PersistentVolumeClaim:*PersistentVolumeClaimVolumeSource
    RBD:*RBDVolumeSource Quobyte:*QuobyteVolumeSource FlexVolume:*FlexVolumeSource
    Cinder:*CinderVolumeSource CephFS=cephfs:*CephFSVolumeSource Flocker:*FlockerVolumeSource
    DownwardAPI:*DownwardAPIVolumeSource FC:*FCVolumeSource AzureFile:*AzureFileVolumeSource
    ConfigMap:*ConfigMapVolumeSource VsphereVolume:*VsphereVirtualDiskVolumeSource
    AzureDisk:*AzureDiskVolumeSource PhotonPersistentDisk:*PhotonPersistentDiskVolumeSource
    Projected:*ProjectedVolumeSource PortworxVolume:*PortworxVolumeSource ScaleIO:*ScaleIOVolumeSource
    StorageOS=storageos:*StorageOSVolumeSource CSI:*CSIVolumeSource Ephemeral:*EphemeralVolumeSource
    Image:*ImageVolumeSource`,
  Container: `
    Name:string Image:string Command:[]string Args:[]string WorkingDir:string Ports:[]ContainerPort
    EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements
    ResizePolicy:[]ContainerResizePolicy RestartPolicy:*string RestartPolicyRules:[]ContainerRestartRule
    VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe ReadinessProbe:*Probe
    StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath:string
    TerminationMessagePolicy:string ImagePullPolicy:string SecurityContext:*SecurityContext
    Stdin:boolean StdinOnce:boolean TTY:boolean`,
  EphemeralContainer: `
    Name:string Image:string Command:[]string Args:[]string WorkingDir:string Ports:[]ContainerPort
    EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements
    ResizePolicy:[]ContainerResizePolicy RestartPolicy:*string RestartPolicyRules:[]ContainerRestartRule
    VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe ReadinessProbe:*Probe
    StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath:string
    TerminationMessagePolicy:string ImagePullPolicy:string SecurityContext:*SecurityContext
    Stdin:boolean StdinOnce:boolean TTY:boolean TargetContainerName:string`,
  PodSecurityContext: `
    HostNetwork:boolean HostPID:boolean HostIPC:boolean ShareProcessNamespace:*boolean
    HostUsers:*boolean SELinuxOptions:*SELinuxOptions WindowsOptions:*WindowsSecurityContextOptions
    RunAsUser:*number RunAsGroup:*number RunAsNonRoot:*boolean SupplementalGroups:[]number
    SupplementalGroupsPolicy:*string FSGroup:*number FSGroupChangePolicy:*string Sysctls:[]Sysctl
    SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile SELinuxChangePolicy:*string`,
  LocalObjectReference: 'Name:string',
  Affinity: 'NodeAffinity:*NodeAffinity PodAffinity:*PodAffinity PodAntiAffinity:*PodAntiAffinity',
  Toleration: 'Key:string Operator:string Value:string Effect:string TolerationSeconds:*number',
  HostAlias: 'IP:string Hostnames:[]string',
  PodDNSConfig: 'Nameservers:[]string Searches:[]string Options:[]PodDNSConfigOption',
  PodReadinessGate: 'ConditionType:string',
  TopologySpreadConstraint: `
    MaxSkew:number TopologyKey:string WhenUnsatisfiable:string LabelSelector:*LabelSelector
    MinDomains:*number NodeAffinityPolicy:*string NodeTaintsPolicy:*string MatchLabelKeys:[]string`,
  PodOS: 'Name:string',
  PodSchedulingGate: 'Name:string',
  PodResourceClaim: 'Name:string ResourceClaimName:*string ResourceClaimTemplateName:*string',
  ResourceRequirements: 'Limits:{}Quantity Requests:{}Quantity Claims:[]ResourceClaim',
  PodSchedulingGroup: 'PodGroupName:*string',
  HostPathVolumeSource: 'Path:string Type:*string',
  EmptyDirVolumeSource: 'Medium:string SizeLimit:*Quantity',
  GCEPersistentDiskVolumeSource: 'PDName:string FSType:string Partition:number ReadOnly:boolean',
  AWSElasticBlockStoreVolumeSource: `
    VolumeID:string FSType:string Partition:number ReadOnly:boolean`,
  GitRepoVolumeSource: 'Repository:string Revision:string Directory:string',
  SecretVolumeSource: 'SecretName:string Items:[]KeyToPath DefaultMode:*number Optional:*boolean',
  NFSVolumeSource: 'Server:string Path:string ReadOnly:boolean',
  ISCSIVolumeSource: `
    TargetPortal:string IQN:string Lun:number ISCSIInterface:string FSType:string ReadOnly:boolean
    Portals:[]string DiscoveryCHAPAuth=chapAuthDiscovery:boolean SessionCHAPAuth=chapAuthSession:boolean
    SecretRef:*LocalObjectReference InitiatorName:*string`,
  GlusterfsVolumeSource: 'EndpointsName=endpoints:string Path:string ReadOnly:boolean',
  PersistentVolumeClaimVolumeSource: 'ClaimName:string ReadOnly:boolean',
  RBDVolumeSource: `
    CephMonitors=monitors:[]string RBDImage=image:string FSType:string RBDPool=pool:string
    RadosUser=user:string Keyring:string SecretRef:*LocalObjectReference ReadOnly:boolean`,
  QuobyteVolumeSource: `
    Registry:string Volume:string ReadOnly:boolean User:string Group:string Tenant:string`,
  FlexVolumeSource: `
    Driver:string FSType:string SecretRef:*LocalObjectReference ReadOnly:boolean Options:{}string`,
  CinderVolumeSource: `
    VolumeID:string FSType:string ReadOnly:boolean SecretRef:*LocalObjectReference`,
  CephFSVolumeSource: `
    Monitors:[]string Path:string User:string SecretFile:string SecretRef:*LocalObjectReference
    ReadOnly:boolean`,
  FlockerVolumeSource: 'DatasetName:string DatasetUUID:string',
  DownwardAPIVolumeSource: 'Items:[]DownwardAPIVolumeFile DefaultMode:*number',
  FCVolumeSource: `
    TargetWWNs:[]string Lun:*number FSType:string ReadOnly:boolean WWIDs=wwids:[]string`,
  AzureFileVolumeSource: 'SecretName:string ShareName:string ReadOnly:boolean',
  ConfigMapVolumeSource: 'Name:string Items:[]KeyToPath DefaultMode:*number Optional:*boolean',
  VsphereVirtualDiskVolumeSource: `
    VolumePath:string FSType:string StoragePolicyName:string StoragePolicyID:string`,
  AzureDiskVolumeSource: `
    DiskName:string DataDiskURI=diskURI:string CachingMode:*string FSType:*string ReadOnly:*boolean
    Kind:*string`,
  PhotonPersistentDiskVolumeSource: 'PdID:string FSType:string',
  ProjectedVolumeSource: 'Sources:[]VolumeProjection DefaultMode:*number',
  PortworxVolumeSource: 'VolumeID:string FSType:string ReadOnly:boolean',
  ScaleIOVolumeSource: `
    Gateway:string System:string SecretRef:*LocalObjectReference SSLEnabled:boolean
    ProtectionDomain:string StoragePool:string StorageMode:string VolumeName:string FSType:string
    ReadOnly:boolean`,
  StorageOSVolumeSource: `
    VolumeName:string VolumeNamespace:string FSType:string ReadOnly:boolean
    SecretRef:*LocalObjectReference`,
  CSIVolumeSource: `
    Driver:string ReadOnly:*boolean FSType:*string VolumeAttributes:{}string
    NodePublishSecretRef:*LocalObjectReference`,
  EphemeralVolumeSource: 'VolumeClaimTemplate:*PersistentVolumeClaimTemplate',
  ImageVolumeSource: 'Reference:string PullPolicy:string',
  ContainerPort: 'Name:string HostPort:number ContainerPort:number Protocol:string HostIP:string',
  EnvFromSource: 'Prefix:string ConfigMapRef:*ConfigMapEnvSource SecretRef:*SecretEnvSource',
  EnvVar: 'Name:string Value:string ValueFrom:*EnvVarSource',
  ContainerResizePolicy: 'ResourceName:string RestartPolicy:string',
  ContainerRestartRule: 'Action:string ExitCodes:*ContainerRestartRuleOnExitCodes',
  VolumeMount: `
    Name:string ReadOnly:boolean RecursiveReadOnly:*string MountPath:string SubPath:string
    MountPropagation:*string SubPathExpr:string`,
  VolumeDevice: 'Name:string DevicePath:string',
  Probe: `
    Exec:*ExecAction HTTPGet:*HTTPGetAction TCPSocket:*TCPSocketAction GRPC:*GRPCAction
    InitialDelaySeconds:number TimeoutSeconds:number PeriodSeconds:number SuccessThreshold:number
    FailureThreshold:number TerminationGracePeriodSeconds:*number`,
  Lifecycle: 'PostStart:*LifecycleHandler PreStop:*LifecycleHandler StopSignal:*string',
  SecurityContext: `
    Capabilities:*Capabilities Privileged:*boolean SELinuxOptions:*SELinuxOptions
    WindowsOptions:*WindowsSecurityContextOptions RunAsUser:*number RunAsGroup:*number
    RunAsNonRoot:*boolean ReadOnlyRootFilesystem:*boolean AllowPrivilegeEscalation:*boolean
    ProcMount:*string SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile`,
  SELinuxOptions: 'User:string Role:string Type:string Level:string',
  WindowsSecurityContextOptions: `
    GMSACredentialSpecName:*string GMSACredentialSpec:*string RunAsUserName:*string HostProcess:*boolean`,
  Sysctl: 'Name:string Value:string',
  SeccompProfile: 'Type:string LocalhostProfile:*string',
  AppArmorProfile: 'Type:string LocalhostProfile:*string',
  NodeAffinity: `
    RequiredDuringSchedulingIgnoredDuringExecution:*NodeSelector
    PreferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm`,
  PodAffinity: `
    RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
    PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm`,
  PodAntiAffinity: `
    RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
    PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm`,
  PodDNSConfigOption: 'Name:string Value:*string',
  ResourceClaim: 'Name:string Request:string',
  KeyToPath: 'Key:string Path:string Mode:*number',
  DownwardAPIVolumeFile: `
    Path:string FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector Mode:*number`,
  VolumeProjection: `
    Secret:*SecretProjection DownwardAPI:*DownwardAPIProjection ConfigMap:*ConfigMapProjection
    ServiceAccountToken:*ServiceAccountTokenProjection ClusterTrustBundle:*ClusterTrustBundleProjection
    PodCertificate:*PodCertificateProjection`,
  ConfigMapEnvSource: 'Name:string Optional:*boolean',
  SecretEnvSource: 'Name:string Optional:*boolean',
  EnvVarSource: `
    FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector
    ConfigMapKeyRef:*ConfigMapKeySelector SecretKeyRef:*SecretKeySelector FileKeyRef:*FileKeySelector`,
  ContainerRestartRuleOnExitCodes: 'Operator:string Values:[]number',
  ExecAction: 'Command:[]string',
  HTTPGetAction: 'Path:string Port:IntOrString Host:string Scheme:string HTTPHeaders:[]HTTPHeader',
  TCPSocketAction: 'Port:IntOrString Host:string',
  GRPCAction: 'Port:number Service:*string',
  LifecycleHandler: `
    Exec:*ExecAction HTTPGet:*HTTPGetAction TCPSocket:*TCPSocketAction Sleep:*SleepAction`,
  Capabilities: 'Add:[]string Drop:[]string',
  NodeSelector: 'NodeSelectorTerms:[]NodeSelectorTerm',
  PreferredSchedulingTerm: 'Weight:number Preference:NodeSelectorTerm',
  PodAffinityTerm: `
    LabelSelector:*LabelSelector Namespaces:[]string TopologyKey:string NamespaceSelector:*LabelSelector
    MatchLabelKeys:[]string MismatchLabelKeys:[]string`,
  WeightedPodAffinityTerm: 'Weight:number PodAffinityTerm:PodAffinityTerm',
  ObjectFieldSelector: 'APIVersion:string FieldPath:string',
  ResourceFieldSelector: 'ContainerName:string Resource:string Divisor:Quantity',
  SecretProjection: 'Name:string Items:[]KeyToPath Optional:*boolean',
  DownwardAPIProjection: 'Items:[]DownwardAPIVolumeFile',
  ConfigMapProjection: 'Name:string Items:[]KeyToPath Optional:*boolean',
  ServiceAccountTokenProjection: 'Audience:string ExpirationSeconds:number Path:string',
  ClusterTrustBundleProjection: `
    Name:*string SignerName:*string LabelSelector:*LabelSelector Optional:*boolean Path:string`,
  PodCertificateProjection: `
    SignerName:string KeyType:string MaxExpirationSeconds:*number CredentialBundlePath:string
    KeyPath:string CertificateChainPath:string UserAnnotations:{}string`,
  PersistentVolumeClaimTemplate: 'Spec:PersistentVolumeClaimSpec',
  PersistentVolumeClaimSpec: `
    AccessModes:[]string Selector:*LabelSelector Resources:VolumeResourceRequirements VolumeName:string
    StorageClassName:*string VolumeMode:*string DataSource:*TypedLocalObjectReference
    DataSourceRef:*TypedObjectReference VolumeAttributesClassName:*string`,
  ConfigMapKeySelector: 'Name:string Key:string Optional:*boolean',
  SecretKeySelector: 'Name:string Key:string Optional:*boolean',
  FileKeySelector: 'VolumeName:string Path:string Key:string Optional:*boolean',
  HTTPHeader: 'Name:string Value:string',
  SleepAction: 'Seconds:number',
  NodeSelectorTerm: `
    MatchExpressions:[]NodeSelectorRequirement MatchFields:[]NodeSelectorRequirement`,
  VolumeResourceRequirements: 'Limits:{}Quantity Requests:{}Quantity',
  TypedLocalObjectReference: 'APIGroup:*string Kind:string Name:string',
  TypedObjectReference: 'APIGroup:*string Kind:string Name:string Namespace:*string',
  NodeSelectorRequirement: 'Key:string Operator:string Values:[]string',
};
