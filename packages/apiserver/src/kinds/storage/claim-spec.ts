import type { KubeObject, LabelSelector } from '@banyan/api';

export interface Claim extends KubeObject {
  spec: ClaimSpec;
  status: ClaimStatus;
}

export interface ClaimSpec {
  accessModes?: string[];
  dataSource?: DataSource;
  dataSourceRef?: DataSource & { namespace?: string };
  resources?: { limits?: Record<string, string>; requests?: Record<string, string> };
  selector?: LabelSelector;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}

export interface DataSource {
  /** Written even where there is none. */
  apiGroup?: string | null;
  kind: string;
  name: string;
}

interface ClaimStatus {
  phase?: string;
  capacity?: Record<string, string>;
  allocatedResources?: Record<string, string>;
  allocatedResourceStatuses?: Record<string, string>;
  currentVolumeAttributesClassName?: string;
}

/** How the class was named before there was a field for it. */
export const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** In the order of messages. */
export const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
export const VOLUME_MODES = ['Block', 'Filesystem'];

/** What a claim asks for, as text; undefined if it does not say. */
export function requestedStorage({ resources }: Readonly<ClaimSpec>): string | undefined {
  return resources?.requests?.['storage'];
}

/** The class, in whichever way it is named; empty for none. */
export function classOf({ metadata, spec }: Readonly<Claim>): string {
  return metadata.annotations?.[CLASS_ANNOTATION] ?? spec.storageClassName ?? '';
}
