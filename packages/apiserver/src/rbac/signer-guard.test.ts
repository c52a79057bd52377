import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { Authorizer } from './authorizer.ts';
import { guardSigners, type WriteBelow } from './signer-guard.ts';

const OLD: KubeObject = {
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name: 'r' },
  spec: { signerName: 'x.example/one' },
};
const SIGNED: KubeObject = { ...OLD, status: { certificate: 'eA==' } };

/** Allows what it is told to: `approve x.example/one`. */
function allowing(...rights: string[]): Authorizer {
  return {
    authorize: (_, access) => {
      const asked = access.type === 'resource' ? `${access.verb} ${access.name}` : '';
      return { allowed: rights.includes(asked), reason: '' };
    },
  };
}

function write(
  subresource: string | undefined,
  object = SIGNED,
  resource = 'certificatesigningrequests',
): WriteBelow {
  const user = { name: 'u', groups: [], extra: {} };
  return { user, group: 'certificates.k8s.io', resource, subresource, object, old: OLD };
}

const REFUSED: [string, WriteBelow, Authorizer, string][] = [
  ['who may do nothing cannot approve', write('approval'), allowing(), 'approve'],
  ['who may sign cannot approve', write('approval'), allowing('sign x.example/one'), 'approve'],
  ['another signer is another right', write('status'), allowing('sign x.example/two'), 'sign'],
  ['another domain is another right', write('status'), allowing('sign y.example/*'), 'sign'],
];

for (const [name, of, authorizer, verb] of REFUSED) {
  test(name, () =>
    assert.throws(() => guardSigners(authorizer, of), {
      message: `certificatesigningrequests.certificates.k8s.io "r" is forbidden: user not permitted to ${verb} requests with signerName "x.example/one"`,
    }),
  );
}

const ALLOWED: [string, WriteBelow, Authorizer][] = [
  ['who may approve for the signer', write('approval'), allowing('approve x.example/one')],
  ['who may approve for the domain', write('approval'), allowing('approve x.example/*')],
  ['who may sign for the signer', write('status'), allowing('sign x.example/one')],
  ['a status that says nothing new', write('status', OLD), allowing()],
  ['the request itself', write(undefined), allowing()],
  ['another kind', write('approval', SIGNED, 'clustertrustbundles'), allowing()],
];

for (const [name, of, authorizer] of ALLOWED) {
  test(`allowed: ${name}`, () => assert.doesNotThrow(() => guardSigners(authorizer, of)));
}
