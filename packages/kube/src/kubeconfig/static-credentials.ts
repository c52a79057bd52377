import type { CredentialSource, Credentials } from './cluster-connection.ts';

/** Credentials that do not change: a refusal changes nothing about them. */
export function staticCredentials(credentials: Credentials): CredentialSource {
  return {
    get: () => Promise.resolve(credentials),
    refused: () => undefined,
  };
}
