export { SealedTokenError, type SealedTokenErrorCode } from './sealed-token-error.ts';
export {
  accountId,
  isAgentKey,
  keyId,
  openToken,
  sealedTokenFacts,
  sealToken,
  type SealedTokenFacts,
} from './sealed-token.ts';
export { tokenClaims, tokenExpiry, tokenHalfLife, type TokenClaims } from './token-claims.ts';
