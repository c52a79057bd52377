import {
  AGENT_KEY_ANNOTATION,
  AGENT_LABEL,
  APPROVED_ANNOTATION,
  DENIED_ANNOTATION,
} from '@banyan/api/banyan';
import type { ClusterRegistrationRequest, ManagedCluster } from '@banyan/api/clusternet';
import { isAgentKey } from '../../sealed-token/index.ts';
import { derivedName, isReservedNamespace, requestName } from '../member-names.ts';

export type ApproveMode = 'auto' | 'manual';

export type Verdict =
  | { readonly type: 'approve'; readonly memberName: string; readonly namespace: string }
  | { readonly type: 'deny'; readonly reason: string }
  /** For a person, who has not said anything yet. */
  | { readonly type: 'wait' };

export interface RequestFacts {
  readonly approve: ApproveMode;
  /** Members that have the id of the request. */
  readonly sameId: readonly ManagedCluster[];
  /** The one of them that is reached by a kubeconfig. */
  readonly direct?: ManagedCluster | undefined;
  /** Members that have the name that is asked for. */
  readonly sameName: readonly ManagedCluster[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** What is to become of a request. */
export function judgeRequest(request: ClusterRegistrationRequest, facts: RequestFacts): Verdict {
  const reason = identityProblem(request) ?? membershipProblem(request, facts);
  if (reason !== undefined) return { type: 'deny', reason };
  if (!isApproved(request, facts.approve)) return { type: 'wait' };
  const [known] = facts.sameId;
  if (known !== undefined) {
    const { name = '', namespace = '' } = known.metadata;
    return { type: 'approve', memberName: name, namespace };
  }
  const memberName = wantedName(request);
  const namespace = request.spec.clusterNamespace ?? derivedName(memberName);
  if (isReservedNamespace(namespace)) {
    return { type: 'deny', reason: `namespace "${namespace}" of the hub is reserved: ask for another one` };
  }
  return { type: 'approve', memberName, namespace };
}

/** The name that a cluster asks for, or one made of its id. */
export function wantedName({ spec }: ClusterRegistrationRequest): string {
  return spec.clusterName ?? `cluster-${spec.clusterId.slice(0, 8)}`;
}

/** Of our own agent: it takes a sealed, short-lived credential. */
export function isOurAgents({ metadata }: ClusterRegistrationRequest): boolean {
  return metadata.labels?.[AGENT_LABEL] === 'true';
}

/** A person refused it, in these words. */
function refusal({ metadata }: ClusterRegistrationRequest): string | undefined {
  const words = metadata.annotations?.[DENIED_ANNOTATION];
  return words === undefined ? undefined : words.trim() || 'refused by an administrator of the hub';
}

function identityProblem(request: ClusterRegistrationRequest): string | undefined {
  const { metadata, spec } = request;
  const { clusterId, clusterName } = spec;
  if (!UUID.test(clusterId)) return `spec.clusterId "${clusterId}" is not a UUID`;
  if (metadata.name !== requestName(clusterId)) {
    return `the request is named "${metadata.name ?? ''}", but with spec.clusterId "${clusterId}" it has to be "${requestName(clusterId)}"`;
  }
  if (clusterName !== undefined && !(clusterName.length <= 60 && DNS_LABEL.test(clusterName))) {
    return `spec.clusterName "${clusterName}" is not a name of at most 60 lower-case letters, digits and hyphens`;
  }
  if (isOurAgents(request) && !isAgentKey(metadata.annotations?.[AGENT_KEY_ANNOTATION] ?? '')) {
    return `annotation ${AGENT_KEY_ANNOTATION} is not an X25519 public key (SPKI, DER, base64)`;
  }
  return undefined;
}

function membershipProblem(request: ClusterRegistrationRequest, facts: RequestFacts): string | undefined {
  const refused = refusal(request);
  if (refused !== undefined) return refused;
  const { direct } = facts;
  if (direct !== undefined) {
    return `this cluster is already the member "${direct.metadata.name ?? ''}", reached by a kubeconfig: unjoin it first`;
  }
  if (facts.sameId.length > 0) return undefined;
  const [other] = facts.sameName;
  if (other === undefined) return undefined;
  return `the name "${wantedName(request)}" is taken by cluster ${other.spec.clusterId}: register under another name, or unjoin that cluster`;
}

/**
 * The annotation has to carry the uid of the request: its author does not know it when he writes the request, so nobody
 * approves himself. Who was approved stays so.
 */
function isApproved({ metadata, status }: ClusterRegistrationRequest, approve: ApproveMode): boolean {
  return (
    approve === 'auto' ||
    status?.result === 'Approved' ||
    (metadata.uid !== undefined && metadata.annotations?.[APPROVED_ANNOTATION] === metadata.uid)
  );
}
