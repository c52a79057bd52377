import type { KubeObject, StatusCause } from '@banyan/api';
import { duplicate, malformed, required } from '../fields/field-error.ts';
import { validateLabels } from '../fields/label-validation.ts';
import { dnsLabel, subdomainName } from '../fields/name-format.ts';
import {
  validateBaseObjectMeta,
  validateBaseObjectMetaUpdate,
  validateImmutable,
} from '../fields/object-meta-validation.ts';
import { validateContainerResourceName, validateResourceQuantity } from '../fields/resource-name.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';
import type { KindRules } from '../kind-rules.ts';
import type { Toleration } from '../pod/pod-spec.ts';
import { validateTolerations } from '../pod/scheduling-validation.ts';

interface RuntimeClass extends KubeObject {
  handler?: string;
  overhead?: { podFixed?: Record<string, string> };
  scheduling?: { nodeSelector?: Record<string, string>; tolerations?: Toleration[] };
}

export const runtimeClassRules: KindRules = {
  kind: { group: 'node.k8s.io', version: 'v1', kind: 'RuntimeClass' },
  namespaced: false,
  name: subdomainName,
  takesAnyFinalizer: true,
  hasStatus: false,
  validate: validateRuntimeClass,
  validateUpdate: (object: Readonly<RuntimeClass>, old: Readonly<RuntimeClass>) => [
    ...validateBaseObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
    ...validateRuntimeClass(object),
    ...validateBaseObjectMetaUpdate(object.metadata, old.metadata),
    ...validateImmutable(object.handler, old.handler, 'handler'),
  ],
};

function validateRuntimeClass({ handler = '', overhead, scheduling }: Readonly<RuntimeClass>): StatusCause[] {
  return [
    ...(handler === '' ? [required('handler')] : malformed('handler', handler, dnsLabel(handler))),
    ...validateOverhead(overhead?.podFixed ?? {}),
    ...validateLabels(scheduling?.nodeSelector, 'scheduling.nodeSelector'),
    ...validateUniqueTolerations(scheduling?.tolerations ?? [], 'scheduling.tolerations'),
  ];
}

/** Judged, and told, as the limits of a container. */
function validateOverhead(podFixed: Record<string, string>): StatusCause[] {
  return Object.entries(podFixed).flatMap(([name, value]) => {
    const field = `overhead.limits[${name}]`;
    return [...validateContainerResourceName(name, field), ...validateResourceQuantity(name, value, field)];
  });
}

function validateUniqueTolerations(tolerations: readonly Toleration[], field: string): StatusCause[] {
  const repeated = repeatedPlaces(
    tolerations.map(({ key = '', operator = '', value = '', effect = '' }) =>
      JSON.stringify([key, operator, value, effect]),
    ),
  );
  return [
    ...validateTolerations(tolerations, field),
    ...tolerations.flatMap((toleration, i) =>
      repeated.has(i) ? [duplicate(`${field}[${i}]`, shown(toleration))] : [],
    ),
  ];
}

function shown({ key = '', operator = '', value = '', effect = '', tolerationSeconds }: Toleration): object {
  return {
    Key: key,
    Operator: operator,
    Value: value,
    Effect: effect,
    TolerationSeconds: tolerationSeconds ?? null,
  };
}
