import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue, malformed } from '../fields/field-error.ts';
import { ipWarnings, isSloppyIp } from '../fields/ip-format.ts';
import { dnsSubdomain, subdomainName } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import { defaultClass } from '../default-class.ts';
import type { KindEnvironment } from '../kind-environment.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateNewIp } from './endpoint-ip-validation.ts';
import { validateIngressSpec, type Ingress } from './ingress-validation.ts';

/** How the class was named before there was a field for it. */
const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';
const DEFAULT_CLASS = {
  of: { group: 'networking.k8s.io', resource: 'ingressclasses' },
  annotations: ['ingressclass.kubernetes.io/is-default-class'],
};
const INGRESS = 'status.loadBalancer.ingress';

export function ingressRules(environment: KindEnvironment): KindRules {
  return {
    kind: { group: 'networking.k8s.io', version: 'v1', kind: 'Ingress' },
    namespaced: true,
    name: subdomainName,
    generation: 'spec',
    hasStatus: true,
    prepareForCreate: (draft) => {
      const { metadata, spec } = asIngress(draft);
      if (metadata.annotations?.[CLASS_ANNOTATION] !== undefined) return;
      const name = spec.ingressClassName ?? defaultClass(environment, DEFAULT_CLASS);
      if (name !== undefined) spec.ingressClassName = name;
    },
    validate: (object) => validateNew(asIngress(object)),
    validateUpdate: (object, old) => [
      ...validateObjectMetaUpdate(object.metadata, old.metadata),
      ...validateObjectMeta(object.metadata, { namespaced: true, name: subdomainName }),
      ...validateIngressSpec(asIngress(object).spec, 'spec'),
    ],
    warnings: (object, old) => {
      const { metadata, spec } = asIngress(object);
      const isOld = metadata.annotations?.[CLASS_ANNOTATION] !== undefined;
      if (old !== undefined || !isOld || spec.ingressClassName !== undefined) return [];
      return [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`];
    },
    status: {
      validateUpdate: (object, old) => [
        ...validateObjectMetaUpdate(object.metadata, old.metadata),
        ...validateStatus(asIngress(object), asIngress(old)),
      ],
      warnings: (object) =>
        (asIngress(object).status.loadBalancer.ingress ?? []).flatMap(({ ip = '' }, i) =>
          ipWarnings(ip, `${INGRESS}[${i}]`),
        ),
    },
  };
}

/** Drafts are in wire form: spec and status are always there. */
function asIngress(object: Readonly<KubeObject>): Ingress {
  return object as Ingress;
}

function validateNew({ metadata, spec }: Readonly<Ingress>): StatusCause[] {
  const annotated = metadata.annotations?.[CLASS_ANNOTATION];
  const isOther =
    annotated !== undefined && spec.ingressClassName !== undefined && annotated !== spec.ingressClassName;
  const why = 'must match `ingressClassName` when both are specified';
  return [
    ...validateIngressSpec(spec, 'spec'),
    ...(isOther ? [invalidValue(`annotations.${CLASS_ANNOTATION}`, annotated, why)] : []),
  ];
}

/** Where the balancer listens. */
function validateStatus({ status }: Readonly<Ingress>, old: Readonly<Ingress>): StatusCause[] {
  const before = new Set((old.status.loadBalancer.ingress ?? []).map(({ ip = '' }) => ip));
  return (status.loadBalancer.ingress ?? []).flatMap(({ ip = '', hostname = '' }, i) => {
    const field = `${INGRESS}[${i}]`;
    return [
      ...(ip === '' ? [] : validateNewIp(ip, `${field}.ip`, before)),
      ...(hostname === '' ? [] : malformed(`${field}.hostname`, hostname, dnsSubdomain(hostname))),
      ...(isSloppyIp(hostname)
        ? [invalidValue(`${field}.hostname`, hostname, 'must be a DNS name, not an IP address')]
        : []),
    ];
  });
}
