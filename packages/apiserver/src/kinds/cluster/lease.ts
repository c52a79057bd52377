import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue } from '../fields/field-error.ts';
import { subdomainName } from '../fields/name-format.ts';
import type { KindRules } from '../kind-rules.ts';

interface Lease extends KubeObject {
  spec?: LeaseSpec;
}

interface LeaseSpec {
  leaseDurationSeconds?: number;
  leaseTransitions?: number;
  strategy?: string;
  preferredHolder?: string;
}

/** Of coordinated elections, which are off unless a server is told otherwise. */
const NOT_KEPT = ['strategy', 'preferredHolder'] as const;

export const leaseRules: KindRules = {
  kind: { group: 'coordination.k8s.io', version: 'v1', kind: 'Lease' },
  namespaced: true,
  name: subdomainName,
  takesAnyFinalizer: true,
  hasStatus: false,
  prepareForCreate: ({ spec }: Lease) => {
    for (const field of NOT_KEPT) delete spec?.[field];
  },
  prepareForUpdate: ({ spec }: Lease, old: Readonly<Lease>) => {
    for (const field of NOT_KEPT) if (old.spec?.[field] === undefined) delete spec?.[field];
  },
  validate: validateLease,
};

function validateLease({ spec }: Readonly<Lease>): StatusCause[] {
  const { leaseDurationSeconds = 1, leaseTransitions = 0 } = spec ?? {};
  const seconds = invalidValue('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0');
  const atLeastNone = 'must be greater than or equal to 0';
  const transitions = invalidValue('spec.leaseTransitions', leaseTransitions, atLeastNone);
  return [...(leaseDurationSeconds > 0 ? [] : [seconds]), ...(leaseTransitions >= 0 ? [] : [transitions])];
}
