import type { KubeObject, ObjectMeta } from '@banyan/api';
import { badRequest, conflict, invalid, notFound } from '../errors/api-error.ts';
import { invalidValue } from '../kinds/fields/field-error.ts';
import { timestamp } from '../registry/object-draft.ts';
import { boundObjects, type BoundObjects, type BoundReference } from './bound-objects.ts';
import { withCreatorsFields, type Creator } from './creators-fields.ts';
import { serviceAccountUser } from './identity.ts';
import type { ObjectLookup } from './object-lookup.ts';
import { claimedObject, KUBERNETES_CLAIM, type KubernetesClaim } from './service-account-claims.ts';
import type { TokenKeys } from './token-keys.ts';

export interface TokenIssuer {
  readonly keys: TokenKeys;
  /** What tokens say who issued them, and what this server is called in them. */
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly lookup: ObjectLookup;
  /** The longest time that a token is given; undefined for any that may be asked for. */
  readonly maxExpirationSeconds?: number;
  readonly newId: () => string;
}

export interface TokenRequestCall {
  /** Decoded. */
  readonly body: KubeObject;
  readonly namespace: string;
  /** The service account's, from the path. */
  readonly name: string;
  readonly creator: Creator;
}

export interface IssuedToken {
  readonly body: KubeObject;
  readonly warnings: readonly string[];
}

interface TokenSpec {
  audiences?: readonly string[] | null;
  expirationSeconds?: number;
  boundObjectRef?: BoundReference | null;
}

const KIND = { group: 'authentication.k8s.io', kind: 'TokenRequest' };
const DEFAULT_SECONDS = 3600;
const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;
/** What pods ask for that were written before tokens expired: a time that nobody else would choose. */
const OLD_CLIENTS_SECONDS = 3607;
/** Theirs are good for a year; only a warning begins when they asked for. */
const EXTENDED_SECONDS = 365 * 24 * 3600;

/** `serviceaccounts/NAME/token`: makes a token, or throws an ApiError that says why not. */
export function issueToken(issuer: TokenIssuer, call: TokenRequestCall): IssuedToken {
  const request = withDefaults(call);
  const account = accountOf(issuer, call, request);
  const spec = request['spec'] as TokenSpec & { expirationSeconds: number };
  if (!spec.audiences?.length) spec.audiences = issuer.audiences;
  requireValidTimes(spec.expirationSeconds);
  const bound = boundObjects(issuer.lookup, call, spec.boundObjectRef ?? undefined);
  const warnings = limitTime(issuer, spec);
  const { now } = call.creator;
  const issuedAt = Math.floor(now.getTime() / 1000);
  const isExtended = extendsTime(issuer, spec, bound);
  const claim: KubernetesClaim = {
    namespace: call.namespace,
    ...bound,
    serviceaccount: claimedObject(account),
    ...(isExtended && { warnafter: issuedAt + spec.expirationSeconds }),
  };
  const token = issuer.keys.sign({
    iss: issuer.issuer,
    sub: serviceAccountUser(call.namespace, call.name),
    aud: spec.audiences,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + (isExtended ? EXTENDED_SECONDS : spec.expirationSeconds),
    jti: issuer.newId(),
    [KUBERNETES_CLAIM]: claim,
  });
  const { audiences, expirationSeconds, boundObjectRef = null } = spec;
  const expirationTimestamp = timestamp(new Date((issuedAt + expirationSeconds) * 1000));
  const body = {
    kind: request.kind,
    apiVersion: request.apiVersion,
    metadata: metadataOf(request, account, now),
    spec: { audiences, expirationSeconds, boundObjectRef },
    status: { token, expirationTimestamp },
  };
  return { body, warnings };
}

function withDefaults({ body, creator }: TokenRequestCall): KubeObject {
  const spec = { ...(body['spec'] as TokenSpec | undefined) };
  spec.expirationSeconds ??= DEFAULT_SECONDS;
  const { status: _, ...rest } = body;
  const owned = withCreatorsFields({ ...rest, spec } as KubeObject, { ...creator, subresource: 'token' });
  return { ...owned, spec: { ...(owned['spec'] as TokenSpec) } };
}

function accountOf(
  { lookup }: TokenIssuer,
  { namespace, name }: TokenRequestCall,
  { metadata }: KubeObject,
): Readonly<KubeObject> {
  if ((metadata.namespace ?? namespace) !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  if ((metadata.name ?? name) !== name) {
    const why = 'must match the service account name if specified';
    throw invalid(KIND, name, [invalidValue('metadata.name', metadata.name, why)]);
  }
  const account = lookup('serviceaccounts', { namespace, name });
  if (account === undefined) throw notFound({ group: '', resource: 'serviceaccounts' }, name);
  const { uid = '' } = account.metadata;
  if ((metadata.uid ?? uid) !== uid) {
    const why = `the UID in the token request (${metadata.uid}) does not match the UID of the service account (${uid})`;
    throw conflict({ group: KIND.group, resource: KIND.kind }, name, why);
  }
  return account;
}

function requireValidTimes(seconds: number): void {
  const why =
    seconds < MIN_SECONDS
      ? 'may not specify a duration less than 10 minutes'
      : seconds > MAX_SECONDS
        ? 'may not specify a duration larger than 2^32 seconds'
        : undefined;
  if (why !== undefined) throw invalid(KIND, '', [invalidValue('spec.expirationSeconds', seconds, why)]);
}

function limitTime(
  { maxExpirationSeconds: max }: TokenIssuer,
  spec: { expirationSeconds: number },
): string[] {
  const asked = spec.expirationSeconds;
  if (max === undefined || asked <= max) return [];
  spec.expirationSeconds = max;
  return [`requested expiration of ${asked} seconds shortened to ${max} seconds`];
}

function extendsTime({ audiences }: TokenIssuer, spec: TokenSpec, { pod }: BoundObjects): boolean {
  const isForUs = (spec.audiences ?? []).every((audience) => audiences.includes(audience));
  return pod !== undefined && spec.expirationSeconds === OLD_CLIENTS_SECONDS && isForUs;
}

/** The account's identity first, then what else the request said. */
function metadataOf({ metadata }: KubeObject, account: Readonly<KubeObject>, now: Date): ObjectMeta {
  const { name, namespace, uid } = account.metadata;
  const identity = {
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { uid }),
    creationTimestamp: timestamp(now),
  };
  return { ...identity, ...metadata, ...identity };
}
