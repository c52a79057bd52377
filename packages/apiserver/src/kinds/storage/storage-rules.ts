import type { KindEnvironment } from '../kind-environment.ts';
import type { KindRules } from '../kind-rules.ts';
import { claimRules } from './claim.ts';
import { csiDriverRules } from './csi-driver.ts';
import { csiNodeRules } from './csi-node.ts';
import { csiStorageCapacityRules } from './csi-storage-capacity.ts';
import { storageClassRules } from './storage-class.ts';
import { volumeAttachmentRules } from './volume-attachment.ts';
import { volumeAttributesClassRules } from './volume-attributes-class.ts';
import { volumeRules } from './volume.ts';

export function storageRules(environment: KindEnvironment): KindRules[] {
  return [
    claimRules(environment),
    volumeRules,
    storageClassRules,
    volumeAttachmentRules,
    volumeAttributesClassRules,
    csiDriverRules,
    csiNodeRules,
    csiStorageCapacityRules,
  ];
}
