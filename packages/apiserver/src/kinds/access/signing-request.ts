import type { KubeObject, StatusCause } from '@banyan/api';
import { forbidden as refused } from '../../errors/api-error.ts';
import { timestamp } from '../../registry/object-draft.ts';
import type { WriteContext } from '../../registry/served-resource.ts';
import { duplicate, forbidden, invalidValue, notSupported, required } from '../fields/field-error.ts';
import type { NameRule } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';
import type { KindRules } from '../kind-rules.ts';
import { certificateProblem } from './certificate-problem.ts';
import { parseCertificateRequest, signatureProblem } from './certificate-request.ts';
import {
  fillConditionTimes,
  keepApprovals,
  validateConditionChanges,
  validateConditions,
  type SigningCondition,
} from './signing-conditions.ts';
import { validateSignerName } from './signer-name.ts';

interface SigningRequest extends KubeObject {
  spec?: SigningRequestSpec;
  status?: { conditions?: SigningCondition[]; certificate?: string };
}

interface SigningRequestSpec {
  request?: string | null;
  signerName?: string;
  expirationSeconds?: number;
  usages?: string[];
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: Record<string, string[]>;
}

const MIN_SECONDS = 600;

/** Whose certificates let in people, and so cannot make anyone a superuser. */
const CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client';
const LEGACY_SIGNER = 'kubernetes.io/legacy-unknown';
const SUPERUSERS = 'system:masters';

/** In the order of messages. */
const USAGES =
  'any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher only,digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,key encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping'.split(
    ',',
  );

const anyName: NameRule = () => [];

/** Nothing is signed here: who signs watches for approved requests. */
export const signingRequestRules: KindRules = {
  kind: { group: 'certificates.k8s.io', version: 'v1', kind: 'CertificateSigningRequest' },
  namespaced: false,
  name: anyName,
  hasStatus: true,
  prepareForCreate: (draft: SigningRequest, { user }: WriteContext) => {
    const { username: _, uid: _uid, groups: _groups, extra: _extra, ...asked } = draft.spec ?? {};
    draft.spec = {
      ...asked,
      username: user.name,
      ...(user.uid !== undefined && { uid: user.uid }),
      groups: [...user.groups],
      extra: Object.fromEntries(Object.entries(user.extra).map(([key, values]) => [key, [...values]])),
    };
  },
  prepareForUpdate: (draft: SigningRequest, old: Readonly<SigningRequest>) => {
    if (old.spec !== undefined) draft.spec = structuredClone(old.spec);
  },
  validate: validateRequest,
  validateUpdate: (object, old) => validateChange(object, old, {}),
  // Asked after validation, as the real server does.
  allocate: (draft: Readonly<SigningRequest>) => requireNoSuperuser(draft),
  status: {
    prepareForUpdate: (draft: SigningRequest, old: Readonly<SigningRequest>, { now }: WriteContext) => {
      const conditions = draft.status?.conditions ?? [];
      const before = old.status?.conditions ?? [];
      keepApprovals(conditions, before);
      fillConditionTimes(conditions, before, timestamp(now()));
    },
    validateUpdate: (object, old) => validateChange(object, old, { signs: true }),
  },
  subresources: {
    approval: {
      prepareForUpdate: (draft: SigningRequest, old: Readonly<SigningRequest>, { now }: WriteContext) => {
        const conditions = draft.status?.conditions ?? [];
        fillConditionTimes(conditions, old.status?.conditions ?? [], timestamp(now()));
        if (old.spec !== undefined) draft.spec = structuredClone(old.spec);
        draft.status = { ...structuredClone(old.status), conditions };
      },
      validateUpdate: (object, old) => validateChange(object, old, { approves: true }),
    },
  },
  selectableFields: ({ spec }: Readonly<SigningRequest>) => ({ 'spec.signerName': spec?.signerName ?? '' }),
};

function validateRequest(
  { spec = {}, status = {} }: Readonly<SigningRequest>,
  old?: Readonly<SigningRequest>,
): StatusCause[] {
  const { usages = [], signerName = '', expirationSeconds } = spec;
  const isLegacy = signerName === LEGACY_SIGNER && old?.spec?.signerName !== LEGACY_SIGNER;
  const isNew = old === undefined;
  return [
    ...validateSignature(spec.request ?? null),
    ...(usages.length === 0 ? [required('spec.usages')] : []),
    ...(isNew ? validateUsages(usages) : []),
    ...(isLegacy
      ? [
          invalidValue(
            'spec.signerName',
            signerName,
            'the legacy signerName is not allowed via this API version',
          ),
        ]
      : validateSignerName(signerName, 'spec.signerName')),
    ...(expirationSeconds !== undefined && expirationSeconds < MIN_SECONDS
      ? [
          invalidValue(
            'spec.expirationSeconds',
            expirationSeconds,
            'may not specify a duration less than 600 seconds (10 minutes)',
          ),
        ]
      : []),
    ...validateConditions(status.conditions ?? [], old?.status?.conditions),
    ...validateCertificate(status.certificate, old?.status?.certificate),
  ];
}

function validateSignature(request: string | null): StatusCause[] {
  const problem = problemOf(() =>
    signatureProblem(parseCertificateRequest(Buffer.from(request ?? '', 'base64').toString('latin1'))),
  );
  return problem === undefined ? [] : [invalidValue('spec.request', request, problem)];
}

function problemOf(look: () => string | undefined): string | undefined {
  try {
    return look();
  } catch (error) {
    return (error as Error).message;
  }
}

function validateUsages(usages: readonly string[]): StatusCause[] {
  const unknown = usages.flatMap((usage, i) =>
    USAGES.includes(usage) ? [] : [notSupported(`spec.usages[${i}]`, usage, USAGES)],
  );
  const repeated = repeatedPlaces(usages);
  const twice = usages.flatMap((usage, i) =>
    repeated.has(i) ? [duplicate(`spec.usages[${i}]`, usage)] : [],
  );
  return [...unknown, ...twice];
}

/** One that was there before is not judged again. */
function validateCertificate(certificate: string | undefined, old: string | undefined): StatusCause[] {
  if (certificate === undefined || certificate === old) return [];
  const problem = certificateProblem(Buffer.from(certificate, 'base64').toString('latin1'));
  return problem === undefined ? [] : [invalidValue('status.certificate', '<certificate data>', problem)];
}

function validateChange(
  object: Readonly<SigningRequest>,
  old: Readonly<SigningRequest>,
  { approves = false, signs = false }: { readonly approves?: boolean; readonly signs?: boolean },
): StatusCause[] {
  const [certificate, before] = [object.status?.certificate, old.status?.certificate];
  const why = !signs
    ? 'updates may not set certificate content'
    : before === undefined
      ? undefined
      : 'updates may not modify existing certificate content';
  const [conditions, conditionsBefore] = [object.status?.conditions ?? [], old.status?.conditions ?? []];
  return [
    ...validateObjectMeta(object.metadata, { namespaced: false, name: anyName }),
    ...validateRequest(object, old),
    ...validateConditionChanges(conditions, conditionsBefore, { approves }),
    ...(certificate !== before && why !== undefined ? [forbidden('status.certificate', why)] : []),
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
  ];
}

function requireNoSuperuser({ metadata, spec }: Readonly<SigningRequest>): void {
  if (spec?.signerName !== CLIENT_SIGNER) return;
  const pem = Buffer.from(spec.request ?? '', 'base64').toString('latin1');
  if (!parseCertificateRequest(pem).organizations.includes(SUPERUSERS)) return;
  const of = { group: 'certificates.k8s.io', resource: 'certificatesigningrequests' };
  throw refused(
    of,
    metadata.name ?? '',
    `use of ${CLIENT_SIGNER} signer with ${SUPERUSERS} group is not allowed`,
  );
}
