import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AGENT_KEY_ANNOTATION, AGENT_LABEL } from '@banyan/api/banyan';
import type { ClusterRegistrationRequest } from '@banyan/api/clusternet';
import { sealToken } from '../../sealed-token/index.ts';
import { isAgentError, type AgentErrorCode } from '../agent-error.ts';
import { DEFAULT_AGENT_OPTIONS } from '../agent-options.ts';
import { formatAgentKey, newAgentKey, parseAgentKey, publicHalf } from './agent-key.ts';
import { isNewer, readAnswer } from './read-answer.ts';
import { registrationRequest } from './registration-request.ts';

const ID = '5e8c3d9a-1111-4000-8000-000000000000';
const KEY = newAgentKey();
const OPTIONS = { ...DEFAULT_AGENT_OPTIONS, parentUrl: 'https://hub', version: 'v1', env: {} };

function jwt(exp: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part({ iat: 1, exp })}.c2ln`;
}

function answered(status: ClusterRegistrationRequest['status']): ClusterRegistrationRequest {
  return { ...registrationRequest(ID, publicHalf(KEY), OPTIONS), ...(status && { status }) };
}

const PLACE = { dedicatedNamespace: 'clusternet-edge', managedClusterName: 'edge' };
const TOKEN = jwt(1000);

suite("the hub's answer", () => {
  for (const [what, token] of [
    ['sealed', sealToken(publicHalf(KEY), TOKEN)],
    ['plain, from a hub that does not seal', Buffer.from(TOKEN).toString('base64')],
  ] as const) {
    test(`brings a token, ${what}`, () => {
      const ca = Buffer.from('PEM').toString('base64');
      const grant = readAnswer(answered({ result: 'Approved', ...PLACE, token, caCertificate: ca }), KEY);
      assert.deepEqual(grant, {
        hubNamespace: 'clusternet-edge',
        memberName: 'edge',
        token: TOKEN,
        announcedCa: 'PEM',
      });
    });
  }

  for (const [what, code, status] of [
    ['is missing', 'waiting', undefined],
    ['has no result', 'waiting', {}],
    ['has no credential yet', 'waiting', { result: 'Approved', ...PLACE }],
    ['has a credential of an unknown kind', 'waiting', { result: 'Approved', ...PLACE, token: 'AAAA' }],
    ['is no', 'denied', { result: 'Denied', errorMessage: 'name taken' }],
    ['is a failure', 'denied', { result: 'Failed' }],
    [
      'was sealed to another key',
      'key-lost',
      { result: 'Approved', ...PLACE, token: sealToken(publicHalf(newAgentKey()), TOKEN) },
    ],
  ] as const satisfies readonly (readonly [string, AgentErrorCode, ClusterRegistrationRequest['status']])[]) {
    test(`is told apart when it ${what}`, () => {
      assert.throws(
        () => readAnswer(answered(status), KEY),
        (error) => isAgentError(error, code),
      );
    });
  }

  test('gives the reason of a refusal', () => {
    assert.throws(
      () => readAnswer(answered({ result: 'Denied', errorMessage: 'name taken' }), KEY),
      /name taken/,
    );
  });

  test('to a request that was made with another key is not ours', () => {
    const request = answered(undefined);
    assert.throws(
      () => readAnswer(request, newAgentKey()),
      (error) => isAgentError(error, 'key-lost'),
    );
  });
});

suite('the request', () => {
  test('carries what the flags say, and the key', () => {
    const key = publicHalf(KEY);
    const { metadata, spec } = registrationRequest(ID, key, {
      ...OPTIONS,
      clusterNamespace: 'ns',
      clusterLabels: { team: 'shop' },
      syncMode: 'Dual',
    });
    assert.equal(metadata.name, `clusternet-${ID}`);
    assert.equal(metadata.labels?.[AGENT_LABEL], 'true');
    assert.equal(metadata.labels?.['clusters.clusternet.io/registered-by'], 'clusternet-agent');
    assert.equal(metadata.annotations?.[AGENT_KEY_ANNOTATION], key);
    assert.deepEqual(spec, {
      clusterId: ID,
      clusterName: 'clusternet-cluster-5e8c3',
      clusterType: 'StandardCluster',
      syncMode: 'Dual',
      clusterNamespace: 'ns',
      clusterLabels: { team: 'shop' },
    });
  });
});

test('a key survives being stored, and nothing else passes for one', () => {
  const read = parseAgentKey(formatAgentKey(KEY));
  assert.equal(read && publicHalf(read), publicHalf(KEY));
  for (const pem of ['', 'nonsense', formatAgentKey(KEY).slice(0, 60)])
    assert.equal(parseAgentKey(pem), undefined);
});

for (const [token, than, expected] of [
  [jwt(2000), jwt(1000), true],
  [jwt(1000), jwt(2000), false],
  [jwt(1000), jwt(1000), false],
  ['a.b.c', jwt(1000), true],
  [jwt(1000), 'a.b.c', false],
] as const) {
  test(`a token that ends ${expected ? 'later' : 'no later'} is ${expected ? '' : 'not '}newer`, () => {
    assert.equal(isNewer(token, than), expected);
  });
}
