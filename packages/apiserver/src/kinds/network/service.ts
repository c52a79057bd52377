import type { KubeObject, StatusCause } from '@banyan/api';
import { invalid } from '../../errors/api-error.ts';
import { invalidValue } from '../fields/field-error.ts';
import { labelName } from '../fields/name-format.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindEnvironment } from '../kind-environment.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateClusterIpsUpdate } from './cluster-ip-validation.ts';
import { giveOut } from './give-out.ts';
import { setIpFamilies } from './ip-families.ts';
import { ServiceAllocations } from './service-allocations.ts';
import { applyServiceDefaults } from './service-defaults.ts';
import { serviceRanges } from './service-ranges.ts';
import type { Service } from './service-spec.ts';
import { validateServiceStatusUpdate } from './service-status-validation.ts';
import { validateTrafficUpdate } from './service-traffic-validation.ts';
import { dropWhatTypeForbids, keepGivenOut, matchClusterIps } from './service-type-change.ts';
import { validateBalancerClass, validateService } from './service-validation.ts';
import { serviceWarnings } from './service-warnings.ts';

const KIND = { group: '', version: 'v1', kind: 'Service' };

/**
 * Addresses and ports are chosen before anything is validated, as the real server does, and reserved when the write is
 * about to be kept; nothing else happens in between.
 */
export function serviceRules(environment: KindEnvironment): KindRules {
  const allocations = new ServiceAllocations(environment);
  const ranges = serviceRanges(environment.serviceRanges);
  const prepare = (draft: Service, old: Readonly<Service> | undefined, dryRun: boolean) => {
    matchClusterIps(draft.spec, old?.spec);
    const causes = setIpFamilies(draft.spec, old?.spec);
    if (causes.length > 0) throw invalid(KIND, draft.metadata.name ?? '', causes);
    giveOut(draft, old, { ranges, taken: allocations.taken(), highestPort: 0, dryRun });
  };
  return {
    kind: KIND,
    namespaced: true,
    name: labelName,
    hasStatus: true,
    defaults: (draft) => applyServiceDefaults(asService(draft)),
    prepareForCreate: (draft, { dryRun }) => prepare(asService(draft), undefined, dryRun),
    prepareForUpdate: (draft, old, { dryRun }) => {
      keepGivenOut(asService(draft).spec, asService(old).spec);
      prepare(asService(draft), asService(old), dryRun);
      dropWhatTypeForbids(asService(draft), asService(old));
    },
    validate: (object) => validateService(asService(object)),
    validateUpdate: (object, old) => validateUpdate(asService(object), asService(old)),
    warnings: (object) => serviceWarnings(asService(object)),
    selectableFields: (object) => {
      const { clusterIP = '', type = '' } = asService(object).spec;
      return { 'spec.clusterIP': clusterIP, 'spec.type': type };
    },
    allocate: (draft, _old, dryRun) => {
      // It is looked at, but not kept.
      if (asService(draft).spec.type === 'ExternalName') delete asService(draft).spec.internalTrafficPolicy;
      if (!dryRun) allocations.reserve(asService(draft));
    },
    release: (object) => allocations.release(object),
    status: {
      validateUpdate: (object, old) => validateServiceStatusUpdate(asService(object), asService(old)),
    },
  };
}

/** Drafts are in wire form: the spec is always there. */
function asService(object: Readonly<KubeObject>): Service {
  return object as Service;
}

function validateUpdate(service: Readonly<Service>, old: Readonly<Service>): StatusCause[] {
  return [
    ...validateObjectMetaUpdate(service.metadata, old.metadata),
    ...validateClusterIpsUpdate(service.spec, old.spec),
    ...validateBalancerClassUpdate(service, old),
    ...validateTrafficUpdate(service.spec, old.spec),
    ...validateService(service, old),
  ];
}

function validateBalancerClassUpdate({ spec }: Readonly<Service>, old: Readonly<Service>): StatusCause[] {
  const isBalanced = spec.type === 'LoadBalancer' && old.spec.type === 'LoadBalancer';
  const isChanged = isBalanced && spec.loadBalancerClass !== old.spec.loadBalancerClass;
  const value = spec.loadBalancerClass ?? null;
  return [
    ...(isChanged ? [invalidValue('spec.loadBalancerClass', value, 'may not change once set')] : []),
    ...validateBalancerClass(spec),
  ];
}
