import { FRONT_PROXY_HEADERS } from '../authentication/front-proxy-login.ts';
import type { ServerWrites } from '../registry/server-writes.ts';

/** Where servers behind this one learn whom to believe. */
export const AUTHENTICATION_CONFIG = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'kube-system',
  name: 'extension-apiserver-authentication',
} as const;

/** The common name in the certificate by which this server speaks for its callers. */
export const FRONT_PROXY_NAME = 'front-proxy-client';

export interface AuthenticationConfig {
  /** PEM of what signs the certificates of clients. */
  readonly clientCa: string;
  /** PEM of what signs the front proxy's; undefined: there is none. */
  readonly frontProxyCa?: string | undefined;
}

/** Says in a ConfigMap what this run of the server goes by; what others put beside it stays. */
export async function keepAuthenticationConfig(
  writes: ServerWrites,
  config: AuthenticationConfig,
): Promise<void> {
  const { namespace, name, ...kind } = AUTHENTICATION_CONFIG;
  const data = dataOf(config);
  await writes.ensure({ ...kind, metadata: { namespace, name }, data });
  await writes.change(AUTHENTICATION_CONFIG, (draft) => {
    draft['data'] = { ...(draft['data'] as Record<string, string> | undefined), ...data };
  });
}

function dataOf({ clientCa, frontProxyCa }: AuthenticationConfig): Record<string, string> {
  if (frontProxyCa === undefined) return { 'client-ca-file': clientCa };
  const { userHeaders, groupHeaders, extraHeaderPrefixes } = FRONT_PROXY_HEADERS;
  return {
    'client-ca-file': clientCa,
    'requestheader-allowed-names': JSON.stringify([FRONT_PROXY_NAME]),
    'requestheader-client-ca-file': frontProxyCa,
    'requestheader-extra-headers-prefix': namesAsSent(extraHeaderPrefixes),
    'requestheader-group-headers': namesAsSent(groupHeaders),
    'requestheader-username-headers': namesAsSent(userHeaders),
  };
}

/** `X-Remote-User`: as Go writes the names of headers. */
function namesAsSent(names: readonly string[]): string {
  return JSON.stringify(names.map((name) => name.replace(/(^|-)([a-z])/g, (part) => part.toUpperCase())));
}
