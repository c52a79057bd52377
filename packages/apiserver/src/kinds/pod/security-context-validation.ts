import type { StatusCause } from '@banyan/api';
import { duplicate, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { userId } from '../fields/text-format.ts';
import { matches } from '../fields/name-format.ts';
import type { SeccompProfile, SecurityContext } from './container-spec.ts';
import { internalSecurityContext } from './internal-form.ts';
import { validateDescendingPath } from './path-validation.ts';
import type { PodSpec } from './pod-spec.ts';

const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

/** Of one container. `hostUsers` false means that the Pod has a user namespace of its own. */
export function validateSecurityContext(
  context: SecurityContext | undefined,
  hostUsers: boolean,
  path: string,
): StatusCause[] {
  if (context === undefined) return [];
  return [
    ...validateId(context.runAsUser, `${path}.runAsUser`),
    ...validateId(context.runAsGroup, `${path}.runAsGroup`),
    ...validateProcMount(context.procMount, hostUsers, `${path}.procMount`),
    ...validateSeccompProfile(context.seccompProfile, `${path}.seccompProfile`),
    ...validateEscalation(context, path),
    ...validateAppArmorProfile(context.appArmorProfile, `${path}.appArmorProfile`),
  ];
}

function validateId(id: number | undefined, field: string): StatusCause[] {
  return id === undefined ? [] : malformed(field, id, userId(id));
}

function validateProcMount(type: string | undefined, hostUsers: boolean, field: string): StatusCause[] {
  if (type === undefined) return [];
  const types = ['Default', 'Unmasked'];
  return [
    ...(types.includes(type) ? [] : [notSupported(field, type, types)]),
    ...(hostUsers && type === 'Unmasked'
      ? [invalidValue(field, type, '`hostUsers` must be false to use `Unmasked`')]
      : []),
  ];
}

function validateEscalation(context: SecurityContext, path: string): StatusCause[] {
  if (context.allowPrivilegeEscalation !== false) return [];
  const refuse = (what: string) =>
    invalidValue(
      path,
      internalSecurityContext(context),
      `cannot set \`allowPrivilegeEscalation\` to false and ${what}`,
    );
  const added = context.capabilities?.add ?? [];
  return [
    ...(context.privileged === true ? [refuse('`privileged` to true')] : []),
    ...(added.includes('CAP_SYS_ADMIN') ? [refuse('`capabilities.Add` CAP_SYS_ADMIN')] : []),
  ];
}

function validateSeccompProfile(profile: SeccompProfile | undefined, path: string): StatusCause[] {
  if (profile === undefined) return [];
  const { type, localhostProfile } = profile;
  const field = `${path}.localhostProfile`;
  const why = 'can only be set when seccomp type is Localhost';
  return [
    ...validateProfileType(type, 'seccompProfile', `${path}.type`),
    ...(type === 'Localhost'
      ? localhostProfile === undefined
        ? [required(field, 'must be set when seccomp type is Localhost')]
        : validateDescendingPath(localhostProfile, field)
      : localhostProfile === undefined
        ? []
        : [invalidValue(field, { Type: type, LocalhostProfile: localhostProfile }, why)]),
  ];
}

function validateProfileType(type: string, name: string, field: string): StatusCause[] {
  if (type === '') return [required(field, `type is required when ${name} is set`)];
  return PROFILE_TYPES.includes(type) ? [] : [notSupported(field, type, PROFILE_TYPES)];
}

function validateAppArmorProfile(profile: SeccompProfile | undefined, path: string): StatusCause[] {
  if (profile === undefined) return [];
  const { type, localhostProfile } = profile;
  const field = `${path}.localhostProfile`;
  if (type === 'Localhost') {
    if (localhostProfile === undefined || localhostProfile === '')
      return [required(field, 'must be set when AppArmor type is Localhost')];
    const isPadded = localhostProfile !== localhostProfile.trim();
    return isPadded ? [invalidValue(field, localhostProfile, 'must not be padded with whitespace')] : [];
  }
  if (localhostProfile !== undefined && PROFILE_TYPES.includes(type))
    return [invalidValue(field, localhostProfile, 'can only be set when AppArmor type is Localhost')];
  return validateProfileType(type, 'appArmorProfile', `${path}.type`);
}

/** Of the whole Pod. */
export function validatePodSecurityContext(spec: PodSpec, path: string): StatusCause[] {
  const context = spec.securityContext ?? {};
  const why = 'ShareProcessNamespace and HostPID cannot both be enabled';
  return [
    ...validateId(context.fsGroup, `${path}.fsGroup`),
    ...validateId(context.runAsUser, `${path}.runAsUser`),
    ...validateId(context.runAsGroup, `${path}.runAsGroup`),
    ...(context.supplementalGroups ?? []).flatMap((id, i) =>
      validateId(id, `${path}.supplementalGroups[${i}]`),
    ),
    ...(spec.shareProcessNamespace === true && spec.hostPID === true
      ? [invalidValue(`${path}.shareProcessNamespace`, true, why)]
      : []),
    ...validateSysctls(spec, `${path}.sysctls`),
    ...oneOf(context.fsGroupChangePolicy, ['Always', 'OnRootMismatch'], `${path}.fsGroupChangePolicy`),
    ...validateSeccompProfile(context.seccompProfile, `${path}.seccompProfile`),
    ...validateAppArmorProfile(context.appArmorProfile, `${path}.appArmorProfile`),
    ...oneOf(context.supplementalGroupsPolicy, ['Merge', 'Strict'], `${path}.supplementalGroupsPolicy`),
    ...oneOf(context.seLinuxChangePolicy, ['Recursive'], `${path}.seLinuxChangePolicy`),
  ];
}

function oneOf(value: string | undefined, supported: readonly string[], field: string): StatusCause[] {
  return value === undefined || supported.includes(value) ? [] : [notSupported(field, value, supported)];
}

const SYSCTL_SEGMENT = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SYSCTL = `(${SYSCTL_SEGMENT}[\\./])*${SYSCTL_SEGMENT}`;

function validateSysctls({ securityContext, hostNetwork, hostIPC }: PodSpec, field: string): StatusCause[] {
  const seen = new Set<string>();
  return (securityContext?.sysctls ?? []).flatMap(({ name }, i) => {
    const path = `${field}[${i}].name`;
    const isTwin = seen.has(name);
    seen.add(name);
    const why = `must have at most 253 characters and match regex ^${SYSCTL}$`;
    const plain = name.replaceAll('/', '.');
    const isOfIpc =
      plain.startsWith('kernel.shm') ||
      plain.startsWith('kernel.msg') ||
      plain === 'kernel.sem' ||
      plain.startsWith('fs.mqueue.');
    return [
      ...(name === ''
        ? [required(path)]
        : name.length > 253 || !matches(SYSCTL, name)
          ? [invalidValue(path, name, why)]
          : isTwin
            ? [duplicate(path, name)]
            : []),
      ...(hostNetwork === true && plain.startsWith('net.')
        ? [invalidValue(path, name, "may not be specified when 'hostNetwork' is true")]
        : hostIPC === true && isOfIpc
          ? [invalidValue(path, name, "may not be specified when 'hostIPC' is true")]
          : []),
    ];
  });
}
