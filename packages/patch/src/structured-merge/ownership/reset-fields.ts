import { trackAll, trackAllBut, type FieldFilter } from './field-filter.ts';

/** Where a write goes. */
export interface Endpoint {
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined for the main resource. */
  readonly subresource?: string | undefined;
  /** A kind of a CustomResourceDefinition, and whether that has the subresource `status`. */
  readonly custom?: { readonly hasStatus: boolean } | undefined;
}

const OBJECT_BUT_STATUS = [['metadata'], ['spec']];

/** Endpoints that reset other fields than the rest: `spec` for status, `status` for the main resource. */
const EXCEPTIONS: ReadonlyMap<string, FieldFilter> = new Map(
  Object.entries({
    CertificateSigningRequest: trackAllBut(['spec'], ['status']),
    'CertificateSigningRequest/approval': trackAllBut(['spec'], ['status', 'certificate']),
    'CertificateSigningRequest/status': trackAllBut(['spec'], ['status', 'conditions']),
    'Deployment/status': trackAllBut(['spec'], ['metadata', 'labels']),
    // Their strategies would filter, but the real server does not ask them: who changes what is put back owns it.
    'Pod/ephemeralcontainers': trackAll,
    'Pod/resize': trackAll,
    'Pod/status': trackAllBut(['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']),
  }),
);

/** Kinds whose status endpoint resets metadata too. */
const STATUS_ONLY = new Set([
  'APIService',
  'DeviceTaintRule',
  'FlowSchema',
  'PodGroup',
  'PriorityLevelConfiguration',
  'ResourceClaim',
  'ResourcePoolStatusRequest',
  'ServiceCIDR',
  'StorageVersion',
  'StorageVersionMigration',
  'ValidatingAdmissionPolicy',
  'VolumeAttachment',
]);

const statusAlone = trackAllBut(...OBJECT_BUT_STATUS);
const allButSpec = trackAllBut(['spec']);
const allButStatus = trackAllBut(['status']);

/** Which fields a write through an endpoint can own; what it resets it cannot. The facts of Kubernetes 1.36. */
export function resetFieldsOf({ kind, subresource = '', custom }: Endpoint): FieldFilter {
  if (subresource === 'scale') return trackAll;
  if (custom !== undefined) {
    if (subresource === 'status') return statusAlone;
    return custom.hasStatus ? allButStatus : trackAll;
  }
  const exception = EXCEPTIONS.get(subresource === '' ? kind : `${kind}/${subresource}`);
  if (exception !== undefined) return exception;
  if (subresource === 'status') return STATUS_ONLY.has(kind) ? statusAlone : allButSpec;
  return allButStatus;
}
