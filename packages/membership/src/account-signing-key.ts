import { createHash } from 'node:crypto';

/** Of the entries of `cluster-info` that are signed with tokens of service accounts. Kubernetes' signer leaves them alone. */
export const ACCOUNT_SIGNATURE_PREFIX = 'banyan-jws-';

/** Enough to find the entry by; says nothing of the token. */
const ID_CHARACTERS = 16;

/**
 * The token of a service account as a key by which the hub proves to its holder who it is, as it does with bootstrap
 * tokens: a JWT has more than enough of what nobody can guess. `id` names the key, `secret` is the token.
 */
export function accountSigningKey(token: string): { readonly id: string; readonly secret: string } {
  const id = createHash('sha256').update(token).digest('hex').slice(0, ID_CHARACTERS);
  return { id, secret: token };
}
