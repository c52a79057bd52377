/** The same for the source of a PersistentVolume: those of its types that a Pod's volumes have not. */
export const INTERNAL_VOLUME_TYPES: Readonly<Record<string, string>> = {
  PersistentVolumeSource: `
    GCEPersistentDisk:*GCEPersistentDiskVolumeSource
    AWSElasticBlockStore:*AWSElasticBlockStoreVolumeSource HostPath:*HostPathVolumeSource
    Glusterfs:*GlusterfsPersistentVolumeSource NFS:*NFSVolumeSource RBD:*RBDPersistentVolumeSource
    Quobyte:*QuobyteVolumeSource ISCSI:*ISCSIPersistentVolumeSource
    FlexVolume:*FlexPersistentVolumeSource Cinder:*CinderPersistentVolumeSource
    CephFS=cephfs:*CephFSPersistentVolumeSource FC:*FCVolumeSource Flocker:*FlockerVolumeSource
    AzureFile:*AzureFilePersistentVolumeSource VsphereVolume:*VsphereVirtualDiskVolumeSource
    AzureDisk:*AzureDiskVolumeSource PhotonPersistentDisk:*PhotonPersistentDiskVolumeSource
    PortworxVolume:*PortworxVolumeSource ScaleIO:*ScaleIOPersistentVolumeSource
    Local:*LocalVolumeSource StorageOS=storageos:*StorageOSPersistentVolumeSource
    CSI:*CSIPersistentVolumeSource`,
  GlusterfsPersistentVolumeSource: `
    EndpointsName=endpoints:string Path:string ReadOnly:boolean EndpointsNamespace:*string`,
  RBDPersistentVolumeSource: `
    CephMonitors=monitors:[]string RBDImage=image:string FSType:string RBDPool=pool:string
    RadosUser=user:string Keyring:string SecretRef:*SecretReference ReadOnly:boolean`,
  ISCSIPersistentVolumeSource: `
    TargetPortal:string IQN:string Lun:number ISCSIInterface:string FSType:string ReadOnly:boolean
    Portals:[]string DiscoveryCHAPAuth=chapAuthDiscovery:boolean SessionCHAPAuth=chapAuthSession:boolean
    SecretRef:*SecretReference InitiatorName:*string`,
  FlexPersistentVolumeSource: `
    Driver:string FSType:string SecretRef:*SecretReference ReadOnly:boolean Options:{}string`,
  CinderPersistentVolumeSource: `
    VolumeID:string FSType:string ReadOnly:boolean SecretRef:*SecretReference`,
  CephFSPersistentVolumeSource: `
    Monitors:[]string Path:string User:string SecretFile:string SecretRef:*SecretReference
    ReadOnly:boolean`,
  AzureFilePersistentVolumeSource: `
    SecretName:string ShareName:string ReadOnly:boolean SecretNamespace:*string`,
  ScaleIOPersistentVolumeSource: `
    Gateway:string System:string SecretRef:*SecretReference SSLEnabled:boolean
    ProtectionDomain:string StoragePool:string StorageMode:string VolumeName:string FSType:string
    ReadOnly:boolean`,
  LocalVolumeSource: 'Path:string FSType:*string',
  StorageOSPersistentVolumeSource: `
    VolumeName:string VolumeNamespace:string FSType:string ReadOnly:boolean SecretRef:*ObjectReference`,
  CSIPersistentVolumeSource: `
    Driver:string VolumeHandle:string ReadOnly:boolean FSType:string VolumeAttributes:{}string
    ControllerPublishSecretRef:*SecretReference NodeStageSecretRef:*SecretReference
    NodePublishSecretRef:*SecretReference ControllerExpandSecretRef:*SecretReference
    NodeExpandSecretRef:*SecretReference`,
  VolumeNodeAffinity: 'Required:*NodeSelector',
  SecretReference: 'Name:string Namespace:string',
  ObjectReference: `
    Kind:string Namespace:string Name:string UID:string APIVersion:string ResourceVersion:string
    FieldPath:string`,
};
