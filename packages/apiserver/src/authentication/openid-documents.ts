import type { TokenKeys } from './token-keys.ts';

/** `/.well-known/openid-configuration`: how others come to verify tokens of service accounts. */
export function openIdConfiguration(issuer: string, keysUrl: string, keys: TokenKeys): object {
  return {
    issuer,
    jwks_uri: keysUrl,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: keys.algorithms,
  };
}
