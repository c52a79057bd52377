import { generateKeyPairSync } from 'node:crypto';
import type { KubeObject } from '@banyan/api';
import type { ObjectLookup } from './object-lookup.ts';
import { RequestLogin } from './request-login.ts';
import { TokenKeys } from './token-keys.ts';
import { TokenLogin } from './token-login.ts';
import { issueToken, type IssuedToken, type TokenIssuer } from './token-request.ts';

export const ISSUER = 'https://kubernetes.default.svc';

/** A new private key, PEM. */
export function newKey(curve = 'P-256'): string {
  return exported(generateKeyPairSync('ec', { namedCurve: curve }).privateKey);
}

export function newRsaKey(): string {
  return exported(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
}

function exported(key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** For tests: a few objects, a clock that stands, and who issues and takes tokens. */
export class TestTokens {
  readonly objects = new Map<string, KubeObject>();
  readonly keys = new TokenKeys(newKey());
  readonly tokens: TokenLogin;
  readonly login: RequestLogin;
  now = new Date('2026-01-01T00:00:00Z');
  #ids = 0;

  constructor() {
    const now = () => this.now;
    const { keys, lookup } = this;
    this.tokens = new TokenLogin({ keys, lookup, now, issuers: [ISSUER], audiences: [ISSUER] });
    this.login = new RequestLogin({ tokens: this.tokens });
    this.put('serviceaccounts', 'robot');
  }

  readonly lookup: ObjectLookup = (resource, { namespace = '', name }) =>
    this.objects.get(`${resource}/${namespace}/${name}`);

  /** In the namespace `team`, unless it is a node. The uid is its name's, until `uid` says otherwise. */
  put(resource: string, name: string, rest: object = {}, uid = `uid-of-${name}`): void {
    const namespace = resource === 'nodes' ? '' : 'team';
    const metadata = { name, ...(namespace !== '' && { namespace }), uid };
    this.objects.set(`${resource}/${namespace}/${name}`, { apiVersion: 'v1', kind: '', metadata, ...rest });
  }

  remove(resource: string, name: string): void {
    this.objects.delete(`${resource}/${resource === 'nodes' ? '' : 'team'}/${name}`);
  }

  request(spec: object = {}, rest: { metadata?: object; issuer?: Partial<TokenIssuer>; name?: string } = {}) {
    const { keys, lookup } = this;
    const newId = () => `id-${(this.#ids += 1)}`;
    const issuer = { keys, lookup, issuer: ISSUER, audiences: [ISSUER], newId, ...rest.issuer };
    const body = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: rest.metadata ?? {},
      spec,
    };
    const creator = { fieldManager: 'test', now: this.now };
    return issueToken(issuer, { body, namespace: 'team', name: rest.name ?? 'robot', creator });
  }
}

export function tokenIn({ body }: IssuedToken): string {
  return (body['status'] as { token: string }).token;
}

/** What a token says, unverified. */
export function claimsIn(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}
