import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { readTranscripts, type RecordedExchange } from '@banyan/testing/contract';
import { decodeObject } from '../decoding/decode-object.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ObjectLookup } from './object-lookup.ts';
import { claimsIn, ISSUER, newKey, tokenIn } from './test-tokens.ts';
import { TokenKeys } from './token-keys.ts';
import { issueToken } from './token-request.ts';

const CASES = ['token-request', 'token-bound-pod', 'token-claims', 'token-long', 'token-request-refused'];
const NOW = new Date('2026-01-01T00:00:00Z');
const keys = new TokenKeys(newKey());
const transcripts = readTranscripts();

for (const id of CASES)
  for (const [i, exchange] of (transcripts.get(`auth/${id}`)?.exchanges ?? []).entries()) {
    const { method, path } = exchange.request;
    if (method !== 'POST' || !path.endsWith('/token')) continue;
    test(`the recorded case ${id} #${i + 1} is answered the same`, () => {
      const [, , , , namespace = '', , name = ''] = path.split('/');
      const expected = exchange.response;
      const answer = answerTo(exchange, { namespace, name });
      if (expected.facts === undefined) return assert.deepEqual(masked(answer), expected.body);
      const facts = id === 'token-claims' ? claims(answer) : answer['spec'];
      assert.deepEqual({ ...(facts as object), jti: '' }, { ...(expected.facts as object), jti: '' });
    });
  }

function answerTo({ request, response }: RecordedExchange, call: { namespace: string; name: string }) {
  const group = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' };
  const bytes = Buffer.from(JSON.stringify(request.body));
  const options = { mediaType: 'json', expected: group, fieldValidation: 'Strict' } as const;
  const { object } = decodeObject(bytes, options);
  const issuer = {
    keys,
    lookup: objectsOf(response),
    issuer: ISSUER,
    audiences: [ISSUER],
    newId: () => 'id',
  };
  const creator = { fieldManager: 'contract-suite', now: NOW };
  try {
    return issueToken(issuer, { body: object, creator, ...call }).body;
  } catch (error) {
    if (error instanceof ApiError) return error.status as unknown as KubeObject;
    throw error;
  }
}

interface RecordedClaims {
  readonly 'kubernetes.io'?: { readonly serviceaccount?: { uid: string }; readonly pod?: { uid: string } };
}

/** What the cases make before: two accounts, and a pod of the first, with the uids that were recorded. */
function objectsOf({ body, facts }: RecordedExchange['response']): ObjectLookup {
  const recorded = (facts as RecordedClaims | undefined)?.['kubernetes.io'];
  const accountUid =
    recorded?.serviceaccount?.uid ?? (body as unknown as KubeObject | undefined)?.metadata?.uid;
  const object = (name: string, uid = 'uid', spec: object = {}) => ({
    apiVersion: 'v1',
    kind: '',
    metadata: { name, namespace: 'x', uid },
    spec,
  });
  const known: Readonly<Record<string, KubeObject>> = {
    'serviceaccounts/default': object('default', accountUid),
    'serviceaccounts/other': object('other'),
    'pods/bound': object('bound', recorded?.pod?.uid, { serviceAccountName: 'default' }),
  };
  return (resource, { name, namespace = '' }) => {
    const found = known[`${resource}/${name}`];
    return found && { ...found, metadata: { ...found.metadata, namespace } };
  };
}

/** As the case tells them: times as spans. */
function claims(body: KubeObject): object {
  const { exp, iat, nbf, ...rest } = claimsIn(tokenIn({ body, warnings: [] })) as Record<string, number>;
  const [expires = 0, issued = 0, begins = 0] = [exp, iat, nbf];
  return { ...rest, 'exp - iat': expires - issued, 'nbf - iat': begins - issued };
}

function masked(answer: KubeObject): unknown {
  const text = JSON.stringify(answer)
    .replaceAll(/"(creationTimestamp|time|expirationTimestamp)":"[^"]*"/g, '"$1":"<time>"')
    .replaceAll(/"token":"[^"]*"/g, '"token":"<token-1>"');
  return JSON.parse(text);
}
