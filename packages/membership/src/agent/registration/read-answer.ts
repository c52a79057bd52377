import type { KeyObject } from 'node:crypto';
import { AGENT_KEY_ANNOTATION, DENIED_ANNOTATION } from '@banyan/api/banyan';
import type { ClusterRegistrationRequest } from '@banyan/api/clusternet';
import { openToken, SealedTokenError, tokenExpiry } from '../../sealed-token/index.ts';
import { AgentError } from '../agent-error.ts';
import { publicHalf } from './agent-key.ts';

/** What the hub gave. */
export interface HubGrant {
  readonly hubNamespace: string;
  readonly memberName: string;
  readonly token: string;
  /** PEM of the hub's own CA, where it said it. */
  readonly announcedCa: string | undefined;
}

const PLAIN_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The hub's answer to our request. Throws an AgentError for every answer but yes. */
export function readAnswer(request: ClusterRegistrationRequest, key: KeyObject): HubGrant {
  const { metadata, status = {} } = request;
  const name = metadata.name ?? '';
  const otherKey = metadata.annotations?.[AGENT_KEY_ANNOTATION];
  if (otherKey !== undefined && otherKey !== publicHalf(key)) throw keyLost(name);
  switch (status.result) {
    case 'Approved':
      return grantOf(name, status, key);
    case 'Denied':
    case 'Failed':
      throw denied(request);
    default:
      throw new AgentError(
        'waiting',
        `waiting for the hub to approve this cluster. Where a person has to: banyan approve ${name}`,
      );
  }
}

/** A person's own words, or the hub's: then it needs a new request if this one asks for the wrong thing. */
function denied({ metadata: { name = '', annotations }, status }: ClusterRegistrationRequest): AgentError {
  const words = `the hub refused the registration (${status?.result ?? ''}): ${status?.errorMessage || 'no reason given'}`;
  const isPersons = annotations?.[DENIED_ANNOTATION] !== undefined;
  const remedy = `. When that is mended, on the hub: kubectl delete clusterregistrationrequest ${name}`;
  return new AgentError('denied', isPersons ? words : `${words}${remedy}`);
}

function grantOf(
  name: string,
  status: NonNullable<ClusterRegistrationRequest['status']>,
  key: KeyObject,
): HubGrant {
  const { dedicatedNamespace, managedClusterName, token, caCertificate } = status;
  if (!dedicatedNamespace || !managedClusterName || !token) {
    throw new AgentError('waiting', `request ${name} is approved, and its credential is not there yet`);
  }
  return {
    hubNamespace: dedicatedNamespace,
    memberName: managedClusterName,
    token: tokenOf(name, token, key),
    announcedCa: caCertificate ? Buffer.from(caCertificate, 'base64').toString('utf8') : undefined,
  };
}

function tokenOf(name: string, given: string, key: KeyObject): string {
  // Clusternet's own hub knows nothing of sealing.
  const plain = Buffer.from(given, 'base64').toString('utf8');
  if (PLAIN_TOKEN.test(plain)) return plain;
  try {
    return openToken(key, given);
  } catch (error) {
    if (error instanceof SealedTokenError && error.code === 'wrong-key') throw keyLost(name);
    throw new AgentError(
      'waiting',
      `the credential in request ${name} cannot be read: hub and agent are of different versions`,
      { cause: error },
    );
  }
}

function keyLost(name: string): AgentError {
  return new AgentError(
    'key-lost',
    `request ${name} was made with a key that this cluster no longer has (its Secret parent-cluster was deleted). On the hub: kubectl delete clusterregistrationrequest ${name}; the agent then registers anew`,
  );
}

/** True if `token` lasts longer than `than`. One without an end lasts longest. */
export function isNewer(token: string, than: string): boolean {
  const expiry = (jwt: string): number => tokenExpiry(jwt)?.getTime() ?? Infinity;
  return token !== than && expiry(token) >= expiry(than);
}
