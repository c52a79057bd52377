import type { ObjectMeta } from '@banyan/api';
import type { ClaimSpec } from '../storage/claim-spec.ts';

/** A claim that is made for each Pod: by a StatefulSet, or with the Pod itself. */
export interface ClaimTemplate {
  apiVersion?: string;
  kind?: string;
  metadata: ObjectMeta;
  spec: ClaimSpec;
  status: { phase?: string };
}

/** It is written with the kind that it is. */
export function applyClaimDefaults(claim: ClaimTemplate): void {
  claim.apiVersion = 'v1';
  claim.kind = 'PersistentVolumeClaim';
  claim.spec.volumeMode ??= 'Filesystem';
  claim.status.phase ??= 'Pending';
}
