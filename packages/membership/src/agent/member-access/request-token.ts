import type { KubeObject } from '@banyan/api';
import type { KubeClient } from '@banyan/kube';

const SERVICE_ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };

export interface TokenWish {
  readonly namespace: string;
  readonly account: string;
  /** A server may give a shorter one. */
  readonly lifetimeMs: number;
}

interface TokenRequest extends KubeObject {
  status?: { token?: string };
}

/** A new token of a service account. */
export async function requestToken(
  memberClient: KubeClient,
  { namespace, account: name, lifetimeMs }: TokenWish,
  signal?: AbortSignal,
): Promise<string> {
  const request: TokenRequest = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: {},
    spec: { expirationSeconds: Math.round(lifetimeMs / 1000) },
  };
  const options = { namespace, name, subresource: 'token', ...(signal && { signal }) };
  const { status } = await memberClient.create(SERVICE_ACCOUNTS, request, options);
  return status?.token ?? '';
}
