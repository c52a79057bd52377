import { APPROVED_ANNOTATION, DENIED_ANNOTATION } from '@banyan/api/banyan';
import { CLUSTER_REGISTRATION_REQUESTS, type ClusterRegistrationRequest } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';
import { MembershipError } from '../membership-error.ts';
import { wantedName } from './judge-request.ts';

export interface DecideRequestOptions {
  readonly hubClient: KubeClient;
  /** Of the request; the cluster's id, or the name that it asks for, will do as well. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** A person's yes. The hub acts on it at its own time. Throws MembershipError `not-found`. */
export async function approveRequest(options: DecideRequestOptions): Promise<ClusterRegistrationRequest> {
  const request = await findRequest(options);
  return writeDecision(options.hubClient, request, 'approve', options.signal);
}

/** A person's no. One who was approved before loses his access. Throws MembershipError `not-found`. */
export async function denyRequest(
  options: DecideRequestOptions & { readonly reason: string },
): Promise<ClusterRegistrationRequest> {
  const request = await findRequest(options);
  return writeDecision(options.hubClient, request, { deny: options.reason }, options.signal);
}

/** For the registration controller to act on. Throws isConflict if the request was made anew: nobody has looked at that one. */
export async function writeDecision(
  hubClient: KubeClient,
  { metadata: { name = '', uid = '' } }: ClusterRegistrationRequest,
  decision: 'approve' | { readonly deny: string },
  signal: AbortSignal,
): Promise<ClusterRegistrationRequest> {
  const isYes = decision === 'approve';
  const annotations = {
    [APPROVED_ANNOTATION]: isYes ? uid : null,
    [DENIED_ANNOTATION]: isYes ? null : decision.deny,
  };
  const body = { metadata: { uid, annotations } };
  return hubClient.patch(CLUSTER_REGISTRATION_REQUESTS, { name }, { type: 'merge', body }, { signal });
}

async function findRequest({
  hubClient,
  name,
  signal,
}: DecideRequestOptions): Promise<ClusterRegistrationRequest> {
  const { items } = await hubClient.list<ClusterRegistrationRequest>(CLUSTER_REGISTRATION_REQUESTS, {
    signal,
  });
  const exact = items.find(({ metadata, spec }) => metadata.name === name || spec.clusterId === name);
  if (exact !== undefined) return exact;
  const byName = items.filter((request) => wantedName(request) === name);
  const waiting = items.filter(isUndecided);
  // One that was let go does not stand in the way of the next one with its name.
  for (const candidates of [byName.filter(isUndecided), byName]) {
    const [first, second] = candidates;
    if (first !== undefined && second === undefined) return first;
  }
  if (byName.length > 1) {
    const each = byName.map(({ spec, status }) => `${spec.clusterId} (${status?.result || 'waits'})`);
    const words = `several clusters ask for the name "${name}": give the id of one`;
    throw new MembershipError('not-found', `${words}: ${each.toSorted().join(', ')}`);
  }
  const names = waiting.map(({ metadata }) => metadata.name ?? '').toSorted();
  const known = names.length === 0 ? 'No request waits.' : `These wait: ${names.join(', ')}.`;
  throw new MembershipError('not-found', `there is no request "${name}". ${known}`);
}

function isUndecided({ status }: ClusterRegistrationRequest): boolean {
  return !status?.result;
}
