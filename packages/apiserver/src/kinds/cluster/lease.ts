import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue } from '../fields/field-error.ts';
import { subdomainName } from '../fields/name-format.ts';
import type { KindRules } from '../kind-rules.ts';

interface Lease extends KubeObject {
  spec?: { leaseDurationSeconds?: number; leaseTransitions?: number };
}

export const leaseRules: KindRules = {
  kind: { group: 'coordination.k8s.io', version: 'v1', kind: 'Lease' },
  namespaced: true,
  name: subdomainName,
  hasStatus: false,
  validate: validateLease,
};

function validateLease({ spec }: Readonly<Lease>): StatusCause[] {
  const { leaseDurationSeconds = 1, leaseTransitions = 0 } = spec ?? {};
  const seconds = invalidValue('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0');
  const atLeastNone = 'must be greater than or equal to 0';
  const transitions = invalidValue('spec.leaseTransitions', leaseTransitions, atLeastNone);
  return [...(leaseDurationSeconds > 0 ? [] : [seconds]), ...(leaseTransitions >= 0 ? [] : [transitions])];
}
