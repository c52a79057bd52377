import type { StatusCause } from '@banyan/api';
import { forbidden, malformed, required, tooLong } from '../fields/field-error.ts';
import { byteLength } from '../fields/go-text.ts';
import { dnsLabel, dnsSubdomain } from '../fields/name-format.ts';
import { validateNoBacksteps } from '../pod/path-validation.ts';
import { validateHostPath, validateNfs } from '../pod/volume-validation.ts';
import type { VolumeSpec } from './volume-spec.ts';

/** In the order in which the server looks for them, with what each must have. */
const SOURCES: readonly (readonly [source: string, ...mustHave: string[]])[] = [
  ['hostPath'],
  ['gcePersistentDisk', 'pdName'],
  ['awsElasticBlockStore', 'volumeID'],
  ['glusterfs', 'endpoints', 'path'],
  ['flocker'],
  ['nfs'],
  ['rbd', 'monitors', 'image'],
  ['quobyte', 'volume'],
  ['cephfs', 'monitors'],
  ['iscsi', 'targetPortal', 'iqn'],
  ['cinder', 'volumeID'],
  ['fc'],
  ['flexVolume', 'driver'],
  ['azureFile', 'secretName', 'shareName'],
  ['vsphereVolume', 'volumePath'],
  ['photonPersistentDisk', 'pdID'],
  ['portworxVolume', 'volumeID'],
  ['azureDisk', 'diskName', 'diskURI'],
  ['scaleIO', 'gateway', 'system', 'volumeName'],
  ['local'],
  ['storageos', 'volumeName'],
  ['csi'],
];

export const VOLUME_SOURCES = SOURCES.map(([source]) => source);

/** How the server spells a field where it spells it otherwise: of one source, and of one too many. */
const SPELT: Readonly<Record<string, string>> = { gcePersistentDisk: 'persistentDisk' };
const SPELT_AS_SECOND: Readonly<Record<string, string>> = { cephfs: 'cephFS' };

const SECRETS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;
const MAX_DRIVER_BYTES = 63;

/** One source; the first counts, the others are one too many. */
export function validateVolumeSource(spec: Readonly<VolumeSpec>, path: string): StatusCause[] {
  const given = SOURCES.filter(([source]) => Object.hasOwn(spec, source));
  if (given.length === 0) return [required(path, 'must specify a volume type')];
  return given.flatMap(([source, ...mustHave], i) => {
    // The server forgets to count this one.
    if (i > 0 && source !== 'flexVolume') {
      const field = `${path}.${SPELT_AS_SECOND[source] ?? source}`;
      return [forbidden(field, 'may not specify more than 1 volume type')];
    }
    const field = `${path}.${SPELT[source] ?? source}`;
    return [
      ...validateFields((spec as Record<string, unknown>)[source], mustHave, field),
      ...validateKnown(source, spec, path),
    ];
  });
}

function validateFields(source: unknown, mustHave: readonly string[], path: string): StatusCause[] {
  const fields = source as Record<string, string | readonly string[] | null | undefined>;
  return mustHave
    .filter((field) => (fields[field] ?? '').length === 0)
    .map((field) => required(`${path}.${field}`));
}

function validateKnown(source: string, spec: Readonly<VolumeSpec>, path: string): StatusCause[] {
  const { csi, hostPath, local, nfs, nodeAffinity } = spec;
  const why = 'Local volume requires node affinity';
  switch (source) {
    case 'hostPath':
      return hostPath ? validateHostPath(hostPath, `${path}.hostPath`) : [];
    case 'nfs':
      return nfs ? validateNfs(nfs, `${path}.nfs`) : [];
    case 'csi':
      return csi ? validateCsi(csi, `${path}.csi`) : [];
    case 'local':
      return [
        ...(local?.path
          ? validateNoBacksteps(local.path, `${path}.local.path`)
          : [required(`${path}.local.path`)]),
        ...(nodeAffinity ? [] : [required(`${path}.nodeAffinity`, why)]),
      ];
    default:
      return [];
  }
}

function validateCsi(csi: NonNullable<VolumeSpec['csi']>, path: string): StatusCause[] {
  return [
    ...validateDriverName(csi.driver, `${path}.driver`),
    ...(csi.volumeHandle === '' ? [required(`${path}.volumeHandle`)] : []),
    ...SECRETS.flatMap((field) => {
      const secret = csi[field];
      return secret ? validateSecretReference(secret, `${path}.${field}`) : [];
    }),
  ];
}

/** A domain, in any case. */
export function validateDriverName(name: string, field: string): StatusCause[] {
  if (name === '') return [required(field)];
  return [
    ...(byteLength(name) > MAX_DRIVER_BYTES ? [tooLong(field, MAX_DRIVER_BYTES)] : []),
    ...malformed(field, name, dnsSubdomain(name.toLowerCase())),
  ];
}

function validateSecretReference(
  { name = '', namespace = '' }: { name?: string; namespace?: string },
  path: string,
): StatusCause[] {
  const [nameField, namespaceField] = [`${path}.name`, `${path}.namespace`];
  return [
    ...(name === '' ? [required(nameField)] : malformed(nameField, name, dnsSubdomain(name))),
    ...(namespace === ''
      ? [required(namespaceField)]
      : malformed(namespaceField, namespace, dnsLabel(namespace))),
  ];
}
