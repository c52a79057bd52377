import type { KubeObject } from '@banyan/api';
import { forbidden } from '../../errors/api-error.ts';
import { defaultClass } from '../default-class.ts';
import { quoted } from '../fields/go-text.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import { compareQuantities, isFractional, parseQuantity, roundToMilli } from '@banyan/api/quantity';
import type { KindEnvironment } from '../kind-environment.ts';
import type { KindRules } from '../kind-rules.ts';
import { CLASS_ANNOTATION, classOf, requestedStorage, type Claim, type ClaimSpec } from './claim-spec.ts';
import { settleDataSources } from './claim-sources.ts';
import { validateClaimSpec } from './claim-spec-validation.ts';
import { validateClaimStatus } from './claim-status-validation.ts';
import { validateClaimSpecUpdate } from './claim-update-validation.ts';
import { DEPRECATED_CLASS_ANNOTATION, protect } from './protection.ts';

const CLAIMS = { group: '', resource: 'persistentvolumeclaims' };
const CLASSES = { group: 'storage.k8s.io', resource: 'storageclasses' };
const DEFAULT_CLASS = {
  of: CLASSES,
  annotations: [
    'storageclass.kubernetes.io/is-default-class',
    'storageclass.beta.kubernetes.io/is-default-class',
  ],
};

export function claimRules(environment: KindEnvironment): KindRules {
  return {
    kind: { group: '', version: 'v1', kind: 'PersistentVolumeClaim' },
    namespaced: true,
    name: subdomainName,
    hasStatus: true,
    defaults: (draft) => applyDefaults(asClaim(draft)),
    prepareForCreate: (draft) => {
      const claim = asClaim(draft);
      protect(claim, 'kubernetes.io/pvc-protection');
      giveDefaultClass(claim, environment);
      settleDataSources(claim.spec, undefined);
      claim.status = { phase: 'Pending' };
    },
    prepareForUpdate: (draft, old) => settleDataSources(asClaim(draft).spec, asClaim(old).spec),
    validate: (object) => validateClaimSpec(asClaim(object).spec, 'spec'),
    validateUpdate: (object, old) => {
      const [claim, before] = [asClaim(object), asClaim(old)];
      const anyGroup = [before.spec.dataSource, before.spec.dataSourceRef].some(
        (source) => (source?.apiGroup ?? null) !== null,
      );
      return [
        ...validateObjectMetaUpdate(object.metadata, old.metadata),
        ...validateObjectMeta(object.metadata, { namespaced: true, name: subdomainName }),
        ...validateClaimSpec(claim.spec, 'spec', { anyGroup }),
        ...validateClaimSpecUpdate(claim, before),
      ];
    },
    allocate: (draft, old) => {
      if (old !== undefined) requireResizable(asClaim(draft), asClaim(old), environment);
    },
    warnings: (object) => claimWarnings(asClaim(object)),
    status: {
      validateUpdate: (object, old) => [
        ...validateObjectMetaUpdate(object.metadata, old.metadata),
        ...validateClaimStatus(asClaim(object)),
      ],
    },
  };
}

/** Drafts are in wire form: spec and status are always there. */
function asClaim(object: Readonly<KubeObject>): Claim {
  return object as Claim;
}

function applyDefaults({ spec, status }: Claim): void {
  spec.volumeMode ??= 'Filesystem';
  status.phase ??= 'Pending';
  const { limits = {}, requests = {} } = spec.resources ?? {};
  for (const list of [limits, requests, status.capacity ?? {}, status.allocatedResources ?? {}])
    roundToMilli(list);
}

function giveDefaultClass({ metadata, spec }: Claim, environment: KindEnvironment): void {
  if (metadata.annotations?.[CLASS_ANNOTATION] !== undefined) return;
  const name = spec.storageClassName ?? defaultClass(environment, DEFAULT_CLASS);
  if (name !== undefined) spec.storageClassName = name;
}

/** A claim that grows must be bound, and its class must say that it may. Admission, but after validation. */
function requireResizable(claim: Readonly<Claim>, old: Readonly<Claim>, environment: KindEnvironment): void {
  const [size, before] = [claim, old].map(({ spec }) => parseQuantity(requestedStorage(spec) ?? '0'));
  if (!size || !before || compareQuantities(size, before) <= 0) return;
  const name = claim.metadata.name ?? '';
  if (old.status.phase !== 'Bound')
    throw forbidden(CLAIMS, name, 'Only bound persistent volume claims can be expanded');
  const className = classOf(claim);
  const isSameClass = className !== '' && className === classOf(old);
  const found = isSameClass ? environment.find(CLASSES, { name: className }) : undefined;
  if (found?.['allowVolumeExpansion'] === true) return;
  const why =
    'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
  throw forbidden(CLAIMS, name, why);
}

function claimWarnings({ metadata, spec }: Readonly<Claim>): string[] {
  return [
    ...(metadata.annotations?.[CLASS_ANNOTATION] === undefined ? [] : [DEPRECATED_CLASS_ANNOTATION]),
    ...claimSpecWarnings(spec, 'spec'),
  ];
}

function claimSpecWarnings({ resources }: Readonly<ClaimSpec>, path: string): string[] {
  return (['requests', 'limits'] as const).flatMap((list) => {
    const text = resources?.[list]?.['storage'];
    const quantity = text === undefined ? undefined : parseQuantity(text);
    if (text === undefined || quantity === undefined || !isFractional(quantity)) return [];
    const place = `${path}.resources.${list}[storage]`;
    return [`${place}: fractional byte value ${quoted(text)} is invalid, must be an integer`];
  });
}
