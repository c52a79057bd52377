import type { ObjectMeta, StatusCause } from '@banyan/api';
import {
  duplicate,
  forbidden,
  invalidValue,
  malformed,
  notSupported,
  required,
} from '../fields/field-error.ts';
import { quoted } from '../fields/go-text.ts';
import { validateLabels } from '../fields/label-validation.ts';
import { dnsLabel, dnsSubdomain } from '../fields/name-format.ts';
import { validateAnnotations } from '../fields/object-meta-validation.ts';
import { parseQuantity } from '@banyan/api/quantity';
import { validateClaimSpec } from '../storage/claim-spec-validation.ts';
import { validateNoBacksteps } from './path-validation.ts';
import type { Volume } from './pod-spec.ts';
import {
  validateDownwardFile,
  validateFileMode,
  validateKeyToPath,
  validateProjected,
} from './volume-files-validation.ts';
import type { KnownVolumes } from './volume-mount-validation.ts';

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

/** In the order in which the server looks for them. A source that is not here is accepted as it is. */
const SOURCES = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
];

/** How the server spells a field in its message where it spells it otherwise. */
const SPELT: Readonly<Record<string, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };

export interface VolumesVerdict {
  readonly causes: StatusCause[];
  /** What containers may mount. */
  readonly known: KnownVolumes;
}

/** `metadata` of the Pod, or undefined in a template, where names are not known yet. */
export function validateVolumes(
  volumes: readonly Volume[],
  metadata: Readonly<ObjectMeta> | undefined,
  field: string,
): VolumesVerdict {
  const known = new Map<string, Volume>();
  const created = volumes
    .filter(({ ephemeral }) => ephemeral && (metadata?.name ?? '') !== '')
    .map(({ name }) => `${metadata?.name}-${name}`);
  const causes = volumes.flatMap((volume, i) => {
    const path = `${field}[${i}]`;
    const { name } = volume;
    const ofVolume = [
      ...validateSource(volume, metadata, path),
      ...(name === '' ? [required(`${path}.name`)] : malformed(`${path}.name`, name, dnsLabel(name))),
      ...(known.has(name) ? [duplicate(`${path}.name`, name)] : []),
    ];
    if (ofVolume.length === 0) known.set(name, volume);
    return [...ofVolume, ...validateNotCreated(volume, created, path)];
  });
  return { causes, known };
}

function validateNotCreated(volume: Volume, created: readonly string[], path: string): StatusCause[] {
  const claim = volume.persistentVolumeClaim?.claimName ?? '';
  const why = 'must not reference a PVC that gets created for an ephemeral volume';
  return created.includes(claim) ? [invalidValue(`${path}.persistentVolumeClaim.claimName`, claim, why)] : [];
}

/** One source; the first counts, the others are one too many. */
function validateSource(
  volume: Volume,
  metadata: Readonly<ObjectMeta> | undefined,
  path: string,
): StatusCause[] {
  const [first, ...others] = SOURCES.filter((source) => Object.hasOwn(volume, source));
  if (first === undefined) return [required(path, 'must specify a volume type')];
  return [
    ...validateFirstSource(volume, metadata, path),
    ...others.map((source) =>
      forbidden(`${path}.${SPELT[source] ?? source}`, 'may not specify more than 1 volume type'),
    ),
  ];
}

function validateFirstSource(
  volume: Volume,
  metadata: Readonly<ObjectMeta> | undefined,
  path: string,
): StatusCause[] {
  const { configMap, downwardAPI, emptyDir, hostPath, nfs, persistentVolumeClaim, projected, secret } =
    volume;
  if (emptyDir) return validateEmptyDir(emptyDir, `${path}.emptyDir`);
  if (hostPath) return validateHostPath(hostPath, `${path}.hostPath`);
  if (secret) return validateFiles(secret, 'secretName', `${path}.secret`);
  if (nfs) return validateNfs(nfs, `${path}.nfs`);
  if (persistentVolumeClaim)
    return persistentVolumeClaim.claimName === ''
      ? [required(`${path}.persistentVolumeClaim.claimName`)]
      : [];
  if (downwardAPI)
    return [
      ...validateFileMode(downwardAPI.defaultMode, `${path}.downwardAPI.defaultMode`),
      ...(downwardAPI.items ?? []).flatMap((file) => validateDownwardFile(file, `${path}.downwardAPI`)),
    ];
  if (configMap) return validateFiles(configMap, 'name', `${path}.configMap`);
  if (projected) return validateProjected(projected, `${path}.projected`);
  if (volume.ephemeral) return validateEphemeral(volume, metadata, path);
  if (volume.csi?.driver === '') return [required(`${path}.csi.driver`)];
  if (volume.image?.reference === undefined && volume.image) return [required(`${path}.image.reference`)];
  return [];
}

/** The claim is made with the Pod, and named by both. */
function validateEphemeral(
  { name, ephemeral }: Volume,
  metadata: Readonly<ObjectMeta> | undefined,
  path: string,
): StatusCause[] {
  const field = `${path}.ephemeral.volumeClaimTemplate`;
  const template = ephemeral?.volumeClaimTemplate;
  const claim = `${metadata?.name}-${name}`;
  const reasons = (metadata?.name ?? '') === '' || name === '' ? [] : dnsSubdomain(claim);
  return [
    ...(template
      ? [
          ...validateAnnotations(template.metadata.annotations, `${field}.metadata.annotations`),
          ...validateLabels(template.metadata.labels, `${field}.metadata.labels`),
          ...validateClaimSpec(template.spec, `${field}.spec`),
        ]
      : [required(field)]),
    ...reasons.map((why) => invalidValue(`${path}.name`, name, `PVC name ${quoted(claim)}: ${why}`)),
  ];
}

function validateEmptyDir({ sizeLimit = '0' }: { sizeLimit?: string }, path: string): StatusCause[] {
  const isNegative = (parseQuantity(sizeLimit)?.unscaled ?? 0n) < 0n;
  return isNegative
    ? [forbidden(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')]
    : [];
}

export function validateHostPath(
  { path, type = '' }: { path: string; type?: string },
  field: string,
): StatusCause[] {
  if (path === '') return [required(`${field}.path`)];
  return [
    ...validateNoBacksteps(path, `${field}.path`),
    ...(HOST_PATH_TYPES.includes(type) ? [] : [notSupported(`${field}.type`, type, HOST_PATH_TYPES)]),
  ];
}

export function validateNfs(
  { server, path }: { server: string; path: string },
  field: string,
): StatusCause[] {
  return [
    ...(server === '' ? [required(`${field}.server`)] : []),
    ...(path === '' ? [required(`${field}.path`)] : []),
    ...(path.startsWith('/') ? [] : [invalidValue(`${field}.path`, path, 'must be an absolute path')]),
  ];
}

/** Of a ConfigMap or a Secret, which name theirs in different fields. */
function validateFiles(
  source: NonNullable<Volume['configMap']> & NonNullable<Volume['secret']>,
  nameField: 'name' | 'secretName',
  path: string,
): StatusCause[] {
  return [
    ...((source[nameField] ?? '') === '' ? [required(`${path}.${nameField}`)] : []),
    ...validateFileMode(source.defaultMode, `${path}.defaultMode`),
    ...(source.items ?? []).flatMap((item, i) => validateKeyToPath(item, `${path}.items[${i}]`)),
  ];
}
