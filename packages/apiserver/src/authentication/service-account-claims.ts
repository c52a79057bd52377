import type { KubeObject } from '@banyan/api';
import type { Claims } from './json-web-token.ts';

/** An object that a token names: its name, and its uid, so that another of the same name is not taken for it. */
export interface ClaimedObject {
  readonly name: string;
  readonly uid?: string;
}

/** What tokens of service accounts say of Kubernetes. Members in the order in which they go out. */
export interface KubernetesClaim {
  readonly namespace: string;
  readonly node?: ClaimedObject;
  readonly pod?: ClaimedObject;
  readonly secret?: ClaimedObject;
  readonly serviceaccount: ClaimedObject;
  /** Seconds since 1970, after which the token is good but should have been replaced. */
  readonly warnafter?: number;
}

export const KUBERNETES_CLAIM = 'kubernetes.io';

export function kubernetesClaim(claims: Claims): KubernetesClaim | undefined {
  const claim = claims[KUBERNETES_CLAIM] as Partial<KubernetesClaim> | null | undefined;
  const { namespace, serviceaccount } = claim ?? {};
  const isWhole = typeof namespace === 'string' && typeof serviceaccount?.name === 'string';
  return isWhole ? (claim as KubernetesClaim) : undefined;
}

export function claimedObject({ metadata }: Readonly<KubeObject>): ClaimedObject {
  return { name: metadata.name ?? '', ...(metadata.uid !== undefined && { uid: metadata.uid }) };
}
