import { GATEWAY_ACCOUNT, GATEWAY_SECRET } from '@banyan/api/banyan';
import {
  AUTO_UPDATE_ANNOTATION,
  BOOTSTRAPPING_LABEL,
  CLUSTER_ID_LABEL,
  CLUSTER_NAME_LABEL,
  CREATED_BY_LABEL,
  DEPLOYER_ACCOUNT,
  DEPLOYER_SECRET,
} from '@banyan/api/clusternet';
import type { Secret } from '@banyan/api/objects';
import { tokenClaims, tokenHalfLife } from '../../sealed-token/index.ts';
import type { AgentOptions } from '../agent-options.ts';

/** One way for the hub into the member: an account there, whose token lies in a Secret of the hub. */
export interface AccessGrant {
  readonly account: string;
  readonly secretName: string;
  /** What the account is for, as a person is told when it is missing. */
  readonly purpose: string;
}

export const GATEWAY_GRANT: AccessGrant = {
  account: GATEWAY_ACCOUNT,
  secretName: GATEWAY_SECRET,
  purpose: 'people reach this cluster through the hub',
};
export const DEPLOYER_GRANT: AccessGrant = {
  account: DEPLOYER_ACCOUNT,
  secretName: DEPLOYER_SECRET,
  purpose: 'the hub deploys to this cluster',
};

/** By mode and gate; what is not wanted is taken back. */
export function wantedGrants({ syncMode, appPusher }: Pick<AgentOptions, 'syncMode' | 'appPusher'>): {
  readonly wanted: readonly AccessGrant[];
  readonly unwanted: readonly AccessGrant[];
} {
  return appPusher && syncMode !== 'Pull'
    ? { wanted: [GATEWAY_GRANT, DEPLOYER_GRANT], unwanted: [] }
    : { wanted: [GATEWAY_GRANT], unwanted: [DEPLOYER_GRANT] };
}

/** What a Secret says besides its token. */
export interface AccessFacts {
  readonly clusterId: string;
  readonly memberName: string;
  /** The member's API server, and its CA in PEM. */
  readonly server: string;
  readonly ca: string;
  readonly accountUid: string;
}

export function accessSecret(grant: AccessGrant, facts: AccessFacts, token: string): Secret {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: grant.secretName,
      labels: {
        [BOOTSTRAPPING_LABEL]: 'credentials-auto',
        [CLUSTER_ID_LABEL]: facts.clusterId,
        [CLUSTER_NAME_LABEL]: facts.memberName,
        [CREATED_BY_LABEL]: 'clusternet-agent',
      },
      annotations: { [AUTO_UPDATE_ANNOTATION]: 'true' },
    },
    type: 'Opaque',
    data: {
      'ca.crt': base64(facts.ca),
      token: base64(token),
      'service-account.name': base64(grant.account),
      'service-account.uid': base64(facts.accountUid),
      'apiserver-advertise-url': base64(facts.server),
    },
  };
}

/** A person who sets the annotation to anything else keeps the Secret as it is. */
export function isHandsOff(secret: Secret): boolean {
  return (secret.metadata.annotations?.[AUTO_UPDATE_ANNOTATION] ?? 'true') !== 'true';
}

/** The time at which a Secret has to be written again: in the past if it says anything else than it should. */
export function renewalTime(secret: Secret | undefined, grant: AccessGrant, facts: AccessFacts): number {
  if (secret === undefined) return 0;
  const token = Buffer.from(secret.data?.['token'] ?? '', 'base64').toString('utf8');
  const claims = tokenClaims(token);
  if (claims === undefined || claims.accountUid !== facts.accountUid) return 0;
  const wanted = accessSecret(grant, facts, token).data ?? {};
  const isSame = Object.entries(wanted).every(([key, value]) => secret.data?.[key] === value);
  return isSame ? tokenHalfLife(claims).getTime() : 0;
}
