import type { ServiceAccount } from '@banyan/api/objects';
import type { Clock, Logger } from '@banyan/controller';
import { isForbidden, isNotFound, type KubeClient } from '@banyan/kube';
import type { AgentOptions } from '../agent-options.ts';
import { accessSecret, isHandsOff, renewalTime, type AccessFacts, type AccessGrant } from './access-grant.ts';
import { missingRights } from './account-rights.ts';
import type { Complaints } from './complaints.ts';
import { HubSecret } from './hub-secret.ts';
import { requestToken } from './request-token.ts';

const SERVICE_ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };
const MEND = "apply the agent's manifests again";
/** Someone may delete a Secret in the hub: seldom, and a thousand agents ask. */
const LOOK_AGAIN_MS = 1_800_000;
/** Something is missing, or failed. */
export const RETRY_MS = 30_000;

export interface MemberAccess {
  readonly memberClient: KubeClient;
  readonly hubClient: KubeClient;
  /** The member's namespace in the hub. */
  readonly hubNamespace: string;
  readonly memberName: string;
  readonly clusterId: string;
  /** Of the accounts, in the member. */
  readonly memberNamespace: string;
  readonly options: Pick<AgentOptions, 'syncMode' | 'appPusher' | 'accessTokenLifetimeMs'>;
  readonly logger: Logger;
  readonly clock: Clock;
}

interface Giving {
  readonly access: MemberAccess;
  readonly grant: AccessGrant;
  readonly complaints: Complaints;
}

/** Writes the grant's Secret if it has to be; says when to look again. */
export async function giveAccess(giving: Giving, signal: AbortSignal): Promise<number> {
  const { access, grant, complaints } = giving;
  const { clock, memberClient, hubClient, hubNamespace: namespace, logger } = access;
  const account = await accountOf(giving, signal);
  if (account === undefined) return clock.now() + RETRY_MS;
  const facts = await factsOf(access, account);
  const hubSecret = new HubSecret(hubClient, { namespace, name: grant.secretName });
  const existing = await hubSecret.read(signal);
  const later = clock.now() + LOOK_AGAIN_MS;
  if (existing !== undefined && isHandsOff(existing)) return later;
  const renewalMs = renewalTime(existing, grant, facts);
  if (renewalMs > clock.now()) return Math.min(renewalMs, later);
  const { memberNamespace, options } = access;
  const wish = {
    namespace: memberNamespace,
    account: grant.account,
    lifetimeMs: options.accessTokenLifetimeMs,
  };
  const token = await requestToken(memberClient, wish, signal);
  const missing = await missingRights(memberClient, grant, token, signal);
  if (missing === undefined) complaints.forget(grant.account);
  else complaints.say(grant.account, `${missing} in this cluster, by which ${grant.purpose}: ${MEND}`);
  const secret = accessSecret(grant, facts, token);
  await hubSecret.write(secret, existing, signal);
  logger.info(
    { written: `${namespace}/${grant.secretName}` },
    'gave the hub a new credential for this cluster',
  );
  // A server may give a shorter life than was asked for.
  return Math.max(Math.min(renewalTime(secret, grant, facts), later), clock.now() + RETRY_MS);
}

/** The hub no longer needs it. */
export async function takeAccessBack(
  access: MemberAccess,
  grant: AccessGrant,
  signal: AbortSignal,
): Promise<void> {
  const key = { namespace: access.hubNamespace, name: grant.secretName };
  const hubSecret = new HubSecret(access.hubClient, key);
  const existing = await hubSecret.read(signal);
  if (existing === undefined || isHandsOff(existing) || Object.keys(existing.data ?? {}).length === 0) return;
  await hubSecret.remove(signal);
  access.logger.info(
    { removed: `${key.namespace}/${key.name}` },
    'took back a credential that the hub no longer needs',
  );
}

/** Undefined, and said, if it is not there: or not for this agent to see, which is how the manifests leave it out. */
async function accountOf(
  { access: { memberClient, memberNamespace: namespace }, grant, complaints }: Giving,
  signal: AbortSignal,
): Promise<ServiceAccount | undefined> {
  try {
    return await memberClient.get<ServiceAccount>(
      SERVICE_ACCOUNTS,
      { namespace, name: grant.account },
      { signal },
    );
  } catch (error) {
    if (!isNotFound(error) && !isForbidden(error)) throw error;
    const words = `service account ${namespace}/${grant.account} is missing in this cluster`;
    complaints.say(grant.account, `${words}, by which ${grant.purpose}: ${MEND}`);
    return undefined;
  }
}

async function factsOf(
  { memberClient, clusterId, memberName }: MemberAccess,
  account: ServiceAccount,
): Promise<AccessFacts> {
  const { server, ca = '' } = memberClient.connection;
  return {
    clusterId,
    memberName,
    server,
    ca: typeof ca === 'string' ? ca : await ca(),
    accountUid: account.metadata.uid ?? '',
  };
}
