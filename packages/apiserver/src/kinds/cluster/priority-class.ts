import type { KubeObject, StatusCause } from '@banyan/api';
import { forbidden as refused } from '../../errors/api-error.ts';
import { forbidden, notSupported, required } from '../fields/field-error.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateImmutable, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindEnvironment } from '../kind-environment.ts';
import type { KindRules } from '../kind-rules.ts';

interface PriorityClass extends KubeObject {
  value?: number;
  globalDefault?: boolean;
  preemptionPolicy?: string;
}

const PRIORITY_CLASSES = { group: 'scheduling.k8s.io', resource: 'priorityclasses' };

/** What is above is the system's. */
const MAX_OF_USERS = 1_000_000_000;
const SYSTEM_PREFIX = 'system-';
const SYSTEM_CLASSES: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};
const POLICIES = ['PreemptLowerPriority', 'Never'];

export function priorityClassRules(environment: KindEnvironment): KindRules {
  return {
    kind: { group: 'scheduling.k8s.io', version: 'v1', kind: 'PriorityClass' },
    namespaced: false,
    name: subdomainName,
    generation: 'never',
    hasStatus: false,
    defaults: (draft: PriorityClass) => {
      draft.preemptionPolicy ??= 'PreemptLowerPriority';
    },
    validate: validatePriorityClass,
    validateUpdate: (object: Readonly<PriorityClass>, old: Readonly<PriorityClass>) => [
      ...validateObjectMetaUpdate(object.metadata, old.metadata),
      ...(object.value === old.value ? [] : [forbidden('value', 'may not be changed in an update.')]),
      ...validateImmutable(object.preemptionPolicy, old.preemptionPolicy, 'preemptionPolicy'),
    ],
    // Asked after validation, as the real server does.
    allocate: (draft: Readonly<PriorityClass>, old) =>
      requireOneDefault(draft, old === undefined, environment),
  };
}

function validatePriorityClass(object: Readonly<PriorityClass>): StatusCause[] {
  const { value = 0, preemptionPolicy = '' } = object;
  const { name = '' } = object.metadata;
  const isSystem = name.startsWith(SYSTEM_PREFIX);
  const why = isSystem ? systemProblem(object) : undefined;
  return [
    ...(why === undefined
      ? []
      : [
          forbidden(
            'metadata.name',
            `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only. error: ${why}`,
          ),
        ]),
    ...(!isSystem && value > MAX_OF_USERS
      ? [forbidden('value', `maximum allowed value of a user defined priority is ${MAX_OF_USERS}`)]
      : []),
    ...validatePreemption(preemptionPolicy),
  ];
}

function validatePreemption(policy: string): StatusCause[] {
  if (policy === '') return [required('preemptionPolicy')];
  return POLICIES.includes(policy) ? [] : [notSupported('preemptionPolicy', policy, POLICIES)];
}

function systemProblem({ metadata, value, globalDefault }: Readonly<PriorityClass>): string | undefined {
  const { name = '' } = metadata;
  const known = Object.hasOwn(SYSTEM_CLASSES, name) ? SYSTEM_CLASSES[name] : undefined;
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault === true ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function requireOneDefault(
  { metadata, globalDefault }: Readonly<PriorityClass>,
  isNew: boolean,
  environment: KindEnvironment,
): void {
  if (globalDefault !== true) return;
  const { name = '' } = metadata;
  for (const other of environment.list(PRIORITY_CLASSES) as Iterable<Readonly<PriorityClass>>) {
    if (other.globalDefault !== true || (!isNew && other.metadata.name === name)) continue;
    const why = `PriorityClass ${other.metadata.name} is already marked as default. Only one default can exist`;
    throw refused(PRIORITY_CLASSES, name, why);
  }
}
