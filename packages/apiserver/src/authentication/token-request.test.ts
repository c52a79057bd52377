import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsIn, ISSUER, TestTokens, tokenIn } from './test-tokens.ts';

const NOW_SECONDS = Date.parse('2026-01-01T00:00:00Z') / 1000;
const bound = (kind: string, name: string, uid?: string) => ({
  boundObjectRef: { apiVersion: 'v1', kind, name, ...(uid !== undefined && { uid }) },
});

function world(): TestTokens {
  const tokens = new TestTokens();
  tokens.put('nodes', 'n1');
  tokens.put('secrets', 's');
  tokens.put('pods', 'p', { spec: { serviceAccountName: 'robot' } });
  tokens.put('pods', 'on-node', { spec: { serviceAccountName: 'robot', nodeName: 'n1' } });
  tokens.put('pods', 'on-lost-node', { spec: { serviceAccountName: 'robot', nodeName: 'n2' } });
  tokens.put('pods', 'of-other', { spec: { serviceAccountName: 'other' } });
  return tokens;
}

const serviceaccount = { name: 'robot', uid: 'uid-of-robot' };
const pod = (name: string) => ({ pod: { name, uid: `uid-of-${name}` } });
const node = { node: { name: 'n1', uid: 'uid-of-n1' } };

test('a token says who issued it, for whom, when, for how long, and for which account', () => {
  assert.deepEqual(claimsIn(tokenIn(world().request())), {
    aud: [ISSUER],
    exp: NOW_SECONDS + 3600,
    iat: NOW_SECONDS,
    iss: ISSUER,
    jti: 'id-1',
    'kubernetes.io': { namespace: 'team', serviceaccount },
    nbf: NOW_SECONDS,
    sub: 'system:serviceaccount:team:robot',
  });
});

test('the answer is the request with what was not said, and the token', () => {
  const issued = world().request({ expirationSeconds: 700 }, { metadata: { labels: { a: 'b' } } });
  const token = tokenIn(issued);
  assert.deepEqual(issued, {
    warnings: [],
    body: {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: {
        name: 'robot',
        namespace: 'team',
        uid: 'uid-of-robot',
        creationTimestamp: '2026-01-01T00:00:00Z',
        labels: { a: 'b' },
        managedFields: [
          {
            manager: 'test',
            operation: 'Update',
            apiVersion: 'authentication.k8s.io/v1',
            time: '2026-01-01T00:00:00Z',
            fieldsType: 'FieldsV1',
            fieldsV1: {
              'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
              'f:spec': { 'f:expirationSeconds': {} },
            },
            subresource: 'token',
          },
        ],
      },
      spec: { audiences: [ISSUER], expirationSeconds: 700, boundObjectRef: null },
      status: { token, expirationTimestamp: '2026-01-01T00:11:40Z' },
    },
  });
});

const boundTo: readonly { name: string; spec: object; claim: object }[] = [
  { name: 'a pod', spec: bound('Pod', 'p'), claim: pod('p') },
  { name: 'a pod that is the one meant', spec: bound('Pod', 'p', 'uid-of-p'), claim: pod('p') },
  { name: 'a pod and its node', spec: bound('Pod', 'on-node'), claim: { ...node, ...pod('on-node') } },
  {
    name: 'a pod and the name of a node that is not there',
    spec: bound('Pod', 'on-lost-node'),
    claim: { node: { name: 'n2' }, ...pod('on-lost-node') },
  },
  { name: 'a Secret', spec: bound('Secret', 's'), claim: { secret: { name: 's', uid: 'uid-of-s' } } },
  { name: 'a node', spec: bound('Node', 'n1'), claim: node },
];
for (const { name, spec, claim } of boundTo)
  test(`a token can name ${name}`, () => {
    const claims = claimsIn(tokenIn(world().request(spec)));
    assert.deepEqual(claims['kubernetes.io'], { namespace: 'team', ...claim, serviceaccount });
  });

const UID = 'the UID in the bound object reference (other) does not match the UID in record.';
const refused: readonly { name: string; spec?: object; rest?: object; code: number; message: string }[] = [
  {
    name: 'for less than ten minutes',
    spec: { expirationSeconds: 599 },
    code: 422,
    message:
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
  },
  {
    name: 'for more than 2^32 seconds',
    spec: { expirationSeconds: 4_294_967_297 },
    code: 422,
    message:
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds',
  },
  {
    name: 'for an account that is not there',
    rest: { name: 'nobody' },
    code: 404,
    message: 'serviceaccounts "nobody" not found',
  },
  {
    name: 'for another account than the path names',
    rest: { metadata: { name: 'other' } },
    code: 422,
    message:
      'TokenRequest.authentication.k8s.io "robot" is invalid: metadata.name: Invalid value: "other": must match the service account name if specified',
  },
  {
    name: 'for another namespace than the path names',
    rest: { metadata: { namespace: 'other' } },
    code: 400,
    message: 'the namespace of the provided object does not match the namespace sent on the request',
  },
  {
    name: 'for a former account of the name',
    rest: { metadata: { uid: 'former' } },
    code: 409,
    message:
      'Operation cannot be fulfilled on TokenRequest.authentication.k8s.io "robot": the UID in the token request (former) does not match the UID of the service account (uid-of-robot)',
  },
  { name: 'bound to a missing pod', spec: bound('Pod', 'x'), code: 404, message: 'pods "x" not found' },
  {
    name: 'bound to a missing Secret',
    spec: bound('Secret', 'x'),
    code: 404,
    message: 'secrets "x" not found',
  },
  { name: 'bound to a missing node', spec: bound('Node', 'x'), code: 404, message: 'nodes "x" not found' },
  {
    name: 'bound to anything else',
    spec: bound('ConfigMap', 'x'),
    code: 400,
    message: 'cannot bind token to object of type /v1, Kind=ConfigMap',
  },
  {
    name: 'bound to a pod of another account',
    spec: bound('Pod', 'of-other'),
    code: 400,
    message:
      'cannot bind token for serviceaccount "robot" to pod running with different serviceaccount name.',
  },
  {
    name: 'bound to a former pod of the name',
    spec: bound('Pod', 'p', 'other'),
    code: 409,
    message: `Operation cannot be fulfilled on Pod "p": ${UID} The object might have been deleted and then recreated`,
  },
];
for (const { name, spec, rest, code, message } of refused)
  test(`no token is made ${name}`, () => assert.throws(() => world().request(spec, rest), { code, message }));

test('pods that know no expiry get a token for a year, and a time from which on to warn', () => {
  const tokens = world();
  const claims = claimsIn(tokenIn(tokens.request({ expirationSeconds: 3607, ...bound('Pod', 'p') })));
  assert.equal(claims['exp'], NOW_SECONDS + 365 * 24 * 3600);
  const { warnafter } = claims['kubernetes.io'] as { warnafter?: number };
  assert.equal(warnafter, NOW_SECONDS + 3607);
  const others = [
    { expirationSeconds: 3607 },
    { expirationSeconds: 3607, audiences: ['vault'], ...bound('Pod', 'p') },
  ];
  for (const spec of others) assert.equal(claimsIn(tokenIn(tokens.request(spec)))['exp'], NOW_SECONDS + 3607);
});

test('a limit shortens what is asked for, and says so', () => {
  const issued = world().request({ expirationSeconds: 7200 }, { issuer: { maxExpirationSeconds: 3000 } });
  assert.deepEqual(issued.warnings, ['requested expiration of 7200 seconds shortened to 3000 seconds']);
  assert.equal(claimsIn(tokenIn(issued))['exp'], NOW_SECONDS + 3000);
});
