import { sleep, type Clock, type Logger } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import { tokenClaims, tokenHalfLife } from '../../sealed-token/index.ts';
import { waitUntil } from '../wait-until.ts';
import type { HubAccess, Registrar } from './registrar.ts';

const LONGEST_RETRY_MS = 60_000;
/** Of the lifetime: the hub issues at half of it, and the agents of a fleet do not all ask at once. */
const SPREAD = 0.05;

export interface TokenRenewal {
  readonly registrar: Pick<Registrar, 'renew'>;
  readonly access: HubAccess;
  readonly hubClient: KubeClient;
  /** Called with what is to be used from now on; it is already stored. */
  readonly onRenewed: (access: HubAccess) => void;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Fetches the next credential when half of the life of the present one is over. Throws what the hub says. */
export async function keepTokenFresh(renewal: TokenRenewal, signal: AbortSignal): Promise<void> {
  const { registrar, hubClient, clock, random, onRenewed, logger } = renewal;
  let { access } = renewal;
  while (!signal.aborted) {
    const claims = tokenClaims(access.token);
    const lifetimeMs =
      claims === undefined ? Infinity : claims.expiresAt.getTime() - claims.issuedAt.getTime();
    const dueMs =
      claims === undefined ? Infinity : tokenHalfLife(claims).getTime() + random() * SPREAD * lifetimeMs;
    await waitUntil(dueMs, clock, signal);
    if (signal.aborted) return;
    const renewed = await registrar.renew(access, hubClient, signal);
    if (renewed === undefined) {
      await sleep(clock, Math.min(LONGEST_RETRY_MS, SPREAD * lifetimeMs), signal);
      continue;
    }
    access = renewed;
    onRenewed(access);
    logger.info(
      { expires: tokenClaims(access.token)?.expiresAt.toISOString() },
      "renewed the agent's credential",
    );
  }
}
