import { authBootstrapCases } from './auth-bootstrap.ts';
import { authIdentityCases } from './auth-identity.ts';
import { authImpersonationCases } from './auth-impersonation.ts';
import { authTokenCases } from './auth-tokens.ts';

export const authCases = [
  ...authIdentityCases,
  ...authImpersonationCases,
  ...authTokenCases,
  ...authBootstrapCases,
];
