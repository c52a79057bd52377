import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue, malformed, notSupported, required } from '../kinds/fields/field-error.ts';
import { dns1035Label, dnsSubdomain, pathSegmentName } from '../kinds/fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../kinds/fields/object-meta-validation.ts';
import { portNumber } from '../kinds/fields/text-format.ts';
import type { KindRules } from '../kinds/kind-rules.ts';
import { timestamp } from '../registry/object-draft.ts';
import { API_SERVICE_GROUP, apiServiceName, DEFAULT_PORT, type ApiService } from './api-service.ts';
import { LOCAL, setAvailable } from './available-condition.ts';

const MAX_GROUP_PRIORITY = 20_000;
const MAX_VERSION_PRIORITY = 1000;
const CONDITION_STATUSES = ['True', 'False', 'Unknown'];

/** What the kind APIService adds to the verbs. */
export function apiServiceRules(): KindRules[] {
  return [
    {
      kind: { group: API_SERVICE_GROUP, version: 'v1', kind: 'APIService' },
      namespaced: false,
      name: pathSegmentName,
      hasStatus: true,
      defaults: (draft) => {
        const { spec } = draft as ApiService;
        if (spec?.service !== undefined) spec.service.port ??= DEFAULT_PORT;
      },
      prepareForCreate: (draft, { now }) => {
        const apiService = draft as ApiService;
        if (apiService.spec.service === undefined) {
          setAvailable(apiService, LOCAL, timestamp(now()));
        }
      },
      validate: (object) => validateSpec(object as Readonly<ApiService>),
      validateUpdate: (object, old) => [
        ...validateObjectMetaUpdate(object.metadata, old.metadata),
        ...validateObjectMeta(object.metadata, { namespaced: false, name: pathSegmentName }),
        ...validateSpec(object as Readonly<ApiService>),
      ],
      status: { prepareForUpdate: keepUsersMetadata, validateUpdate: validateStatus },
    },
  ];
}

function validateSpec({ metadata, spec }: Readonly<ApiService>): StatusCause[] {
  const { group = '', version = '' } = spec;
  const name = apiServiceName(group, version);
  const causes: StatusCause[] = [];
  if (metadata.name !== name && pathSegmentName(metadata.name ?? '', false).length === 0) {
    const why = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(name)}`;
    causes.push(invalidValue('metadata.name', metadata.name ?? '', why));
  }
  if (group === '' && version !== 'v1') {
    causes.push(required('spec.group', 'only v1 may have an empty group and it better be legacy kube'));
  }
  if (group !== '') causes.push(...malformed('spec.group', group, dnsSubdomain(group)));
  causes.push(
    ...malformed('spec.version', version, dns1035Label(version)),
    ...validatePriority('spec.groupPriorityMinimum', spec.groupPriorityMinimum, MAX_GROUP_PRIORITY),
    ...validatePriority('spec.versionPriority', spec.versionPriority, MAX_VERSION_PRIORITY),
  );
  return [...causes, ...(spec.service === undefined ? validateLocal(spec) : validateRemote(spec))];
}

function validatePriority(field: string, value = 0, max = 0): StatusCause[] {
  const why = `must be positive and less than ${max}`;
  return value > 0 && value <= max ? [] : [invalidValue(field, value, why)];
}

function validateLocal({ caBundle = '', insecureSkipTLSVerify = false }: ApiService['spec']): StatusCause[] {
  const causes: StatusCause[] = [];
  if (caBundle !== '') {
    const size = `${Buffer.from(caBundle, 'base64').length} bytes`;
    causes.push(invalidValue('spec.caBundle', size, 'local APIServices may not have a caBundle'));
  }
  if (insecureSkipTLSVerify) {
    const why = 'local APIServices may not have insecureSkipTLSVerify';
    causes.push(invalidValue('spec.insecureSkipTLSVerify', true, why));
  }
  return causes;
}

function validateRemote(spec: ApiService['spec']): StatusCause[] {
  const { namespace = '', name = '', port = DEFAULT_PORT } = spec.service ?? {};
  const causes: StatusCause[] = [];
  if (namespace === '') causes.push(required('spec.service.namespace'));
  if (name === '') causes.push(required('spec.service.name'));
  const reasons = portNumber(port);
  if (reasons.length > 0) {
    causes.push(invalidValue('spec.service.port', port, `port is not valid: ${reasons.join(', ')}`));
  }
  if (spec.insecureSkipTLSVerify === true && (spec.caBundle ?? '') !== '') {
    const why = 'may not be true if caBundle is present';
    causes.push(invalidValue('spec.insecureSkipTLSVerify', true, why));
  }
  return causes;
}

/** Through `/status` nothing of what users say in metadata changes. */
function keepUsersMetadata(draft: KubeObject, old: Readonly<KubeObject>): void {
  for (const field of ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const) {
    if (old.metadata[field] === undefined) delete draft.metadata[field];
    else Object.assign(draft.metadata, { [field]: structuredClone(old.metadata[field]) });
  }
}

function validateStatus(object: Readonly<KubeObject>, old: Readonly<KubeObject>): StatusCause[] {
  const { status } = object as Readonly<ApiService>;
  return [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...(status?.conditions ?? []).flatMap((condition, at) =>
      CONDITION_STATUSES.includes(condition.status)
        ? []
        : [notSupported(`status.conditions[${at}].status`, condition.status, CONDITION_STATUSES)],
    ),
  ];
}
