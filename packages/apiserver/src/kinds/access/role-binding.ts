import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { dnsSubdomain, pathSegmentName } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { accessName } from './role.ts';

const GROUP = 'rbac.authorization.k8s.io';

interface RoleBinding extends KubeObject {
  subjects?: Subject[];
  roleRef?: RoleRef;
}

interface Subject {
  kind?: string;
  apiGroup?: string;
  name?: string;
  namespace?: string;
}

interface RoleRef {
  apiGroup?: string;
  kind?: string;
  name?: string;
}

export const roleBindingRules = rulesOfBinding('RoleBinding', ['Role', 'ClusterRole']);
export const clusterRoleBindingRules = rulesOfBinding('ClusterRoleBinding', ['ClusterRole']);

function rulesOfBinding(kind: string, roleKinds: readonly string[]): KindRules {
  const namespaced = kind === 'RoleBinding';
  const validate = ({ roleRef = {}, subjects = [] }: Readonly<RoleBinding>): StatusCause[] => [
    ...validateRoleRef(roleRef, roleKinds),
    ...subjects.flatMap((subject, i) => validateSubject(subject, namespaced, `subjects[${i}]`)),
  ];
  return {
    kind: { group: GROUP, version: 'v1', kind },
    namespaced,
    name: accessName,
    hasStatus: false,
    defaults: ({ roleRef, subjects = [] }: RoleBinding) => {
      if (roleRef !== undefined && (roleRef.apiGroup ?? '') === '') roleRef.apiGroup = GROUP;
      for (const subject of subjects) {
        const isPerson = subject.kind === 'User' || subject.kind === 'Group';
        if (isPerson && (subject.apiGroup ?? '') === '') subject.apiGroup = GROUP;
      }
    },
    validate,
    validateUpdate: (binding: Readonly<RoleBinding>, old: Readonly<RoleBinding>) => [
      ...validateObjectMeta(binding.metadata, { namespaced, name: accessName }),
      ...validate(binding),
      ...validateObjectMetaUpdate(binding.metadata, old.metadata),
      ...validateSameRole(binding, old),
    ],
  };
}

function validateRoleRef(
  { apiGroup = '', kind = '', name = '' }: RoleRef,
  roleKinds: readonly string[],
): StatusCause[] {
  return [
    ...(apiGroup === GROUP ? [] : [notSupported('roleRef.apiGroup', apiGroup, [GROUP])]),
    ...(roleKinds.includes(kind) ? [] : [notSupported('roleRef.kind', kind, roleKinds)]),
    ...(name === ''
      ? [required('roleRef.name')]
      : malformed('roleRef.name', name, pathSegmentName(name, false))),
  ];
}

function validateSubject(subject: Subject, namespaced: boolean, field: string): StatusCause[] {
  const ofName = (subject.name ?? '') === '' ? [required(`${field}.name`)] : [];
  return [...ofName, ...validateSubjectKind(subject, namespaced, field)];
}

function validateSubjectKind(
  { kind = '', apiGroup = '', name = '', namespace = '' }: Subject,
  namespaced: boolean,
  field: string,
): StatusCause[] {
  switch (kind) {
    case 'ServiceAccount':
      return [
        ...(name === '' ? [] : malformed(`${field}.name`, name, dnsSubdomain(name))),
        ...(apiGroup === '' ? [] : [notSupported(`${field}.apiGroup`, apiGroup, [''])]),
        ...(namespaced || namespace !== '' ? [] : [required(`${field}.namespace`)]),
      ];
    case 'User':
    case 'Group':
      return apiGroup === GROUP ? [] : [notSupported(`${field}.apiGroup`, apiGroup, [GROUP])];
    default:
      return [notSupported(`${field}.kind`, kind, ['ServiceAccount', 'User', 'Group'])];
  }
}

/** A binding to another role is another binding. */
function validateSameRole({ roleRef }: Readonly<RoleBinding>, old: Readonly<RoleBinding>): StatusCause[] {
  if (isDeepStrictEqual(roleRef, old.roleRef)) return [];
  const { apiGroup = '', kind = '', name = '' } = roleRef ?? {};
  const shown = { APIGroup: apiGroup, Kind: kind, Name: name };
  return [invalidValue('roleRef', shown, 'cannot change roleRef')];
}
