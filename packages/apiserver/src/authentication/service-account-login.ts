import type { KubeObject } from '@banyan/api';
import { quoted } from '../kinds/fields/go-text.ts';
import type { UserInfo } from '../serving/user-info.ts';
import { LEEWAY_MS, timeProblem } from './claim-times.ts';
import { CREDENTIAL_ID, serviceAccountGroups, serviceAccountUser } from './identity.ts';
import type { Claims } from './json-web-token.ts';
import { refused, type LoginOutcome } from './login-outcome.ts';
import type { ObjectLookup } from './object-lookup.ts';
import { kubernetesClaim, type ClaimedObject, type KubernetesClaim } from './service-account-claims.ts';

const INVALIDATED = 'service account token has been invalidated';
const EXTRA = 'authentication.kubernetes.io';

/** Where tokens are held against what there is. */
export interface TokenWorld {
  readonly lookup: ObjectLookup;
  readonly now: () => Date;
}

/**
 * Logs in with the verified claims of a requested token, as long as its account, and the pod, Secret or node that
 * it is bound to, are still there and still the same.
 */
export function serviceAccountLogin(world: TokenWorld, claims: Claims): LoginOutcome {
  const claim = kubernetesClaim(claims);
  if (claim === undefined) return refused('service account token claims could not be validated');
  const problem =
    timeProblem(claims, world.now()) ?? accountProblem(world, claim) ?? boundProblem(world, claim);
  return problem === undefined ? { type: 'user', user: userOfClaims(claims, claim) } : refused(problem);
}

function accountProblem(world: TokenWorld, claim: KubernetesClaim): string | undefined {
  const { namespace, serviceaccount } = claim;
  const account = world.lookup('serviceaccounts', { namespace, name: serviceaccount.name });
  if (account === undefined) return `serviceaccounts ${quoted(serviceaccount.name)} not found`;
  const { uid = '' } = account.metadata;
  if (uid !== serviceaccount.uid)
    return `service account UID (${uid}) does not match claim (${serviceaccount.uid ?? ''})`;
  return isLongGone(account, world.now())
    ? `service account ${namespace}/${serviceaccount.name} has been deleted`
    : undefined;
}

function boundProblem(world: TokenWorld, claim: KubernetesClaim): string | undefined {
  const { namespace, secret, pod, node } = claim;
  const objects: readonly (readonly ['secret' | 'pod' | 'node', ClaimedObject | undefined])[] = [
    ['secret', secret],
    ['pod', pod],
    // With a pod the node is only told, not asked for.
    ['node', pod === undefined ? node : undefined],
  ];
  for (const [kind, claimed] of objects) {
    if (claimed === undefined) continue;
    const key = kind === 'node' ? { name: claimed.name } : { namespace, name: claimed.name };
    const problem = objectProblem(kind, claimed, world.lookup(`${kind}s`, key), world.now());
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function objectProblem(
  kind: 'secret' | 'pod' | 'node',
  claimed: ClaimedObject,
  object: Readonly<KubeObject> | undefined,
  now: Date,
): string | undefined {
  if (object === undefined) return INVALIDATED;
  const { uid = '' } = object.metadata;
  if (uid !== claimed.uid)
    return `${kind} UID (${uid}) does not match service account ${kind} ref claim (${claimed.uid ?? ''})`;
  return isLongGone(object, now) ? INVALIDATED : undefined;
}

/** What is being deleted still counts until its time is up. */
function isLongGone({ metadata: { deletionTimestamp } }: Readonly<KubeObject>, now: Date): boolean {
  if (deletionTimestamp === undefined) return false;
  return new Date(deletionTimestamp).getTime() < now.getTime() - LEEWAY_MS;
}

function userOfClaims({ jti }: Claims, claim: KubernetesClaim): UserInfo {
  const { namespace, serviceaccount, pod, node } = claim;
  const extra: Record<string, readonly string[]> = {};
  if (jti !== undefined && jti !== '') extra[CREDENTIAL_ID] = [`JTI=${jti}`];
  if (node !== undefined) extra[`${EXTRA}/node-name`] = [node.name];
  if (node?.uid) extra[`${EXTRA}/node-uid`] = [node.uid];
  if (pod !== undefined) extra[`${EXTRA}/pod-name`] = [pod.name];
  if (pod?.uid) extra[`${EXTRA}/pod-uid`] = [pod.uid];
  return {
    name: serviceAccountUser(namespace, serviceaccount.name),
    uid: serviceaccount.uid ?? '',
    groups: serviceAccountGroups(namespace),
    extra,
  };
}
