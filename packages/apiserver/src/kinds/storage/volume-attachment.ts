import type { KubeObject, StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, required, tooLong } from '../fields/field-error.ts';
import { byteLength } from '../fields/go-text.ts';
import { dnsSubdomain, subdomainName } from '../fields/name-format.ts';
import { validateImmutable, validateObjectMeta } from '../fields/object-meta-validation.ts';
import { keepMetadata } from '../keep-metadata.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateDriverName } from './volume-source-validation.ts';

interface VolumeAttachment extends KubeObject {
  spec: {
    attacher: string;
    nodeName: string;
    source: { persistentVolumeName?: string; inlineVolumeSpec?: object };
  };
  status: {
    attached: boolean;
    attachError?: VolumeError;
    attachmentMetadata?: Record<string, string>;
    detachError?: VolumeError;
  };
}

interface VolumeError {
  message?: string;
  errorCode?: number;
}

/** What a driver says of an attachment, keys and values: 256 KiB. */
const MAX_METADATA_BYTES = 262_144;
const MAX_MESSAGE_BYTES = 1024;

export const volumeAttachmentRules: KindRules = {
  kind: { group: 'storage.k8s.io', version: 'v1', kind: 'VolumeAttachment' },
  namespaced: false,
  name: subdomainName,
  hasStatus: true,
  validate: (object) => validateAttachment(object as VolumeAttachment),
  validateUpdate,
  status: { prepareForUpdate: keepMetadata, validateUpdate },
};

function validateUpdate(object: Readonly<KubeObject>, old: Readonly<KubeObject>): StatusCause[] {
  const [{ spec }, { spec: before }] = [object as VolumeAttachment, old as VolumeAttachment];
  return [
    ...validateObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
    ...validateAttachment(object as VolumeAttachment),
    ...validateImmutable(spec, before, 'spec', printable),
  ];
}

function validateAttachment({ spec, status }: Readonly<VolumeAttachment>): StatusCause[] {
  const { persistentVolumeName: name } = spec.source;
  const { attachError, attachmentMetadata = {}, detachError } = status;
  const sizeBytes = Object.entries(attachmentMetadata).reduce(
    (sum, [key, value]) => sum + byteLength(key) + byteLength(value),
    0,
  );
  return [
    ...validateDriverName(spec.attacher, 'spec.attacher'),
    ...validateSource(spec.source, 'spec.source'),
    ...malformed('spec.nodeName', spec.nodeName, dnsSubdomain(spec.nodeName)),
    ...(sizeBytes > MAX_METADATA_BYTES ? [tooLong('status.attachmentMetadata', MAX_METADATA_BYTES)] : []),
    ...validateError(attachError, 'status.attachError'),
    ...validateError(detachError, 'status.detachError'),
    ...(name === undefined ? [] : malformed('spec.source.persistentVolumeName', name, dnsSubdomain(name))),
  ];
}

function validateSource(source: VolumeAttachment['spec']['source'], path: string): StatusCause[] {
  const { inlineVolumeSpec, persistentVolumeName: name } = source;
  const why = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (inlineVolumeSpec === undefined && name === undefined) return [required(path, why)];
  if (inlineVolumeSpec !== undefined && name !== undefined) return [forbidden(path, why)];
  if (name !== '') return [];
  return [required(`${path}.persistentVolumeName`, 'must specify non empty persistentVolumeName')];
}

/** The message about the length of a message names another limit than the one it breaks. */
function validateError(error: VolumeError | undefined, path: string): StatusCause[] {
  const { message = '', errorCode = 0 } = error ?? {};
  const why = 'must be between 0 and 2147483647, inclusive';
  return [
    ...(byteLength(message) > MAX_MESSAGE_BYTES ? [tooLong(`${path}.message`, MAX_METADATA_BYTES)] : []),
    ...(errorCode < 0 ? [invalidValue(`${path}.errorCode`, errorCode, why)] : []),
  ];
}

/** In the names of the server's own types. */
function printable({ attacher, nodeName, source }: VolumeAttachment['spec']): object {
  const { inlineVolumeSpec = null, persistentVolumeName = null } = source;
  const named = { PersistentVolumeName: persistentVolumeName, InlineVolumeSpec: inlineVolumeSpec };
  return { Attacher: attacher, Source: named, NodeName: nodeName };
}
