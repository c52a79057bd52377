import type { KubeObject } from '@banyan/api';
import { NO_LOGIN, type LoginOutcome } from './login-outcome.ts';
import { secretValue } from './object-lookup.ts';
import { isSameSecret } from './same-secret.ts';
import type { TokenWorld } from './service-account-login.ts';

const TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Logs in with `ID.SECRET`, as the Secret bootstrap-token-ID in kube-system allows. Whatever is wrong, the answer is
 * the same as for a token that nobody knows.
 */
export function bootstrapTokenLogin({ lookup, now }: TokenWorld, token: string): LoginOutcome {
  const [, id = '', tokenSecret = ''] = TOKEN.exec(token) ?? [];
  if (id === '') return NO_LOGIN;
  const secret = lookup('secrets', { namespace: 'kube-system', name: `bootstrap-token-${id}` });
  if (secret === undefined || !isForLogin(secret, id, now())) return NO_LOGIN;
  if (!isSameSecret(secretValue(secret, 'token-secret'), tokenSecret)) return NO_LOGIN;
  const groups = groupsOf(secret);
  if (groups === undefined) return NO_LOGIN;
  return { type: 'user', user: { name: `system:bootstrap:${id}`, groups, extra: {} } };
}

function isForLogin(secret: Readonly<KubeObject>, id: string, now: Date): boolean {
  return (
    secret.metadata.deletionTimestamp === undefined &&
    secret['type'] === 'bootstrap.kubernetes.io/token' &&
    secretValue(secret, 'token-id') === id &&
    secretValue(secret, 'usage-bootstrap-authentication') === 'true' &&
    !isExpired(secretValue(secret, 'expiration'), now)
  );
}

/** A time that cannot be read is over. */
function isExpired(expiration: string, now: Date): boolean {
  if (expiration === '') return false;
  return !RFC_3339.test(expiration) || !(new Date(expiration).getTime() > now.getTime());
}

/** In order, none twice; undefined if one is not for bootstrap tokens to give. */
function groupsOf(secret: Readonly<KubeObject>): string[] | undefined {
  const extra = secretValue(secret, 'auth-extra-groups');
  const groups = extra === '' ? [] : extra.split(',');
  if (!groups.every((group) => GROUP.test(group))) return undefined;
  return [...new Set(['system:bootstrappers', ...groups])].toSorted();
}
