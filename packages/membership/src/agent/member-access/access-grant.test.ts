import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SyncMode } from '@banyan/api/clusternet';
import {
  accessSecret,
  DEPLOYER_GRANT,
  GATEWAY_GRANT,
  isHandsOff,
  renewalTime,
  wantedGrants,
} from './access-grant.ts';

const FACTS = {
  clusterId: 'id',
  memberName: 'edge',
  server: 'https://10.96.0.1:443',
  ca: 'PEM',
  accountUid: 'uid-1',
};

function jwt(uid: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iat: 1_000, exp: 3_000, 'kubernetes.io': { serviceaccount: { uid } } };
  return `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`;
}

suite('the hub is given', () => {
  for (const [syncMode, appPusher, deploys] of [
    ['Push', true, true],
    ['Dual', true, true],
    ['Pull', true, false],
    ['Push', false, false],
    ['Dual', false, false],
    ['Pull', false, false],
  ] as const satisfies readonly (readonly [SyncMode, boolean, boolean])[]) {
    test(`${deploys ? 'also the' : 'no'} credential to deploy in ${syncMode} with AppPusher ${appPusher}`, () => {
      const { wanted, unwanted } = wantedGrants({ syncMode, appPusher });
      assert.equal(wanted.includes(DEPLOYER_GRANT), deploys);
      assert.equal(unwanted.includes(DEPLOYER_GRANT), !deploys);
      assert.equal(wanted.includes(GATEWAY_GRANT), true);
    });
  }

  test('what Clusternet gives it, under the same keys', () => {
    const { metadata, data = {} } = accessSecret(DEPLOYER_GRANT, FACTS, 'a.b.c');
    const plain = Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
    );
    assert.equal(metadata.name, 'child-cluster-deployer');
    assert.equal(metadata.annotations?.['clusternet.io/autoupdate'], 'true');
    assert.deepEqual(plain, {
      'ca.crt': 'PEM',
      token: 'a.b.c',
      'service-account.name': 'clusternet-app-deployer',
      'service-account.uid': 'uid-1',
      'apiserver-advertise-url': 'https://10.96.0.1:443',
    });
  });
});

suite('a credential is written again', () => {
  const secret = accessSecret(GATEWAY_GRANT, FACTS, jwt('uid-1'));

  test('at half of its life', () => {
    assert.equal(renewalTime(secret, GATEWAY_GRANT, FACTS), 2_000_000);
  });

  for (const [what, time] of [
    ['if there is none', renewalTime(undefined, GATEWAY_GRANT, FACTS)],
    [
      'if the server has another address',
      renewalTime(secret, GATEWAY_GRANT, { ...FACTS, server: 'https://other' }),
    ],
    ['if the CA is another', renewalTime(secret, GATEWAY_GRANT, { ...FACTS, ca: 'NEW' })],
    ['if the account was made anew', renewalTime(secret, GATEWAY_GRANT, { ...FACTS, accountUid: 'uid-2' })],
    ['if its token is none', renewalTime(accessSecret(GATEWAY_GRANT, FACTS, 'x'), GATEWAY_GRANT, FACTS)],
  ] as const) {
    test(`at once ${what}`, () => assert.equal(time, 0));
  }

  test('not if a person has taken it over', () => {
    assert.equal(isHandsOff(secret), false);
    const taken = {
      ...secret,
      metadata: { ...secret.metadata, annotations: { 'clusternet.io/autoupdate': 'false' } },
    };
    assert.equal(isHandsOff(taken), true);
  });
});
