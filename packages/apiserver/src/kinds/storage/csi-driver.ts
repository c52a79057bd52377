import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, StatusCause } from '@banyan/api';
import { duplicate, invalidValue, notSupported } from '../fields/field-error.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateImmutable, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';

interface CsiDriver extends KubeObject {
  spec: CsiDriverSpec;
}

interface CsiDriverSpec {
  attachRequired?: boolean;
  fsGroupPolicy?: string;
  nodeAllocatableUpdatePeriodSeconds?: number;
  podInfoOnMount?: boolean;
  preventPodSchedulingIfMissing?: boolean;
  requiresRepublish?: boolean;
  seLinuxMount?: boolean;
  serviceAccountTokenInSecrets?: boolean;
  storageCapacity?: boolean;
  tokenRequests?: { audience: string; expirationSeconds?: number }[];
  volumeLifecycleModes?: string[];
}

const GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'];
const LIFECYCLE_MODES = ['Persistent', 'Ephemeral'];
const MIN_TOKEN_SECONDS = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;
const MIN_UPDATE_SECONDS = 10;
const TOKENS_MAY_BE_LOGGED =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';

export const csiDriverRules: KindRules = {
  kind: { group: 'storage.k8s.io', version: 'v1', kind: 'CSIDriver' },
  namespaced: false,
  name: subdomainName,
  generation: 'spec, from its first change',
  hasStatus: false,
  defaults: (draft) => applyDefaults((draft as CsiDriver).spec),
  prepareForCreate: (draft) => dropWhatIsOff((draft as CsiDriver).spec),
  prepareForUpdate: (draft) => dropWhatIsOff((draft as CsiDriver).spec),
  validate: (object) => validateSpec((object as CsiDriver).spec, 'spec'),
  validateUpdate: (object, old) => {
    const [{ spec }, { spec: before }] = [object as CsiDriver, old as CsiDriver];
    const modes = [spec.volumeLifecycleModes, before.volumeLifecycleModes] as const;
    return [
      ...validateObjectMetaUpdate(object.metadata, old.metadata),
      ...validateSpec(spec, 'spec'),
      ...validateImmutable(spec.attachRequired, before.attachRequired, 'spec.attachedRequired'),
      ...validateImmutable(...modes, 'spec.volumeLifecycleModes'),
    ];
  },
  warnings: (object, old) => {
    const { tokenRequests = [], serviceAccountTokenInSecrets } = (object as CsiDriver).spec;
    const before = old === undefined ? [] : ((old as CsiDriver).spec.tokenRequests ?? []);
    const isNews = tokenRequests.length > 0 && !isDeepStrictEqual(tokenRequests, before);
    return isNews && serviceAccountTokenInSecrets === undefined ? [TOKENS_MAY_BE_LOGGED] : [];
  },
};

function applyDefaults(spec: CsiDriverSpec): void {
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.storageCapacity ??= false;
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
  spec.volumeLifecycleModes ??= ['Persistent'];
  spec.requiresRepublish ??= false;
  spec.seLinuxMount ??= false;
}

/** A field that the server does not serve unless it is asked to. */
function dropWhatIsOff(spec: CsiDriverSpec): void {
  delete spec.preventPodSchedulingIfMissing;
}

function validateSpec(spec: Readonly<CsiDriverSpec>, path: string): StatusCause[] {
  const { fsGroupPolicy = 'None', serviceAccountTokenInSecrets, tokenRequests = [] } = spec;
  const { nodeAllocatableUpdatePeriodSeconds: seconds = MIN_UPDATE_SECONDS } = spec;
  const modesField = `${path}.volumeLifecycleModes`;
  const why = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified';
  return [
    ...(GROUP_POLICIES.includes(fsGroupPolicy)
      ? []
      : [notSupported(`${path}.fsGroupPolicy`, fsGroupPolicy, GROUP_POLICIES)]),
    ...validateTokenRequests(tokenRequests, `${path}.tokenRequests`),
    ...(spec.volumeLifecycleModes ?? []).flatMap((mode) =>
      LIFECYCLE_MODES.includes(mode) ? [] : [notSupported(modesField, mode, LIFECYCLE_MODES)],
    ),
    ...(seconds < MIN_UPDATE_SECONDS
      ? [
          invalidValue(
            `${path}.nodeAllocatableUpdatePeriodSeconds`,
            seconds,
            'must be greater than or equal to 10 seconds',
          ),
        ]
      : []),
    ...(serviceAccountTokenInSecrets !== undefined && tokenRequests.length === 0
      ? [invalidValue(`${path}.serviceAccountTokenInSecrets`, serviceAccountTokenInSecrets, why)]
      : []),
  ];
}

/** One for each audience. */
function validateTokenRequests(
  requests: NonNullable<CsiDriverSpec['tokenRequests']>,
  list: string,
): StatusCause[] {
  const audiences = new Set<string>();
  return requests.flatMap(({ audience, expirationSeconds: seconds }, i) => {
    if (audiences.has(audience)) return [duplicate(`${list}[${i}].audience`, audience)];
    audiences.add(audience);
    if (seconds === undefined) return [];
    const field = `${list}[${i}].expirationSeconds`;
    if (seconds < MIN_TOKEN_SECONDS)
      return [invalidValue(field, seconds, 'may not specify a duration less than 10 minutes')];
    if (seconds > MAX_TOKEN_SECONDS)
      return [invalidValue(field, seconds, 'may not specify a duration larger than 2^32 seconds')];
    return [];
  });
}
