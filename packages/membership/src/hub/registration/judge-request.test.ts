import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { suite, test } from 'node:test';
import {
  AGENT_KEY_ANNOTATION,
  AGENT_LABEL,
  APPROVED_ANNOTATION,
  DENIED_ANNOTATION,
} from '@banyan/api/banyan';
import {
  CLUSTERS_API_VERSION,
  type ClusterRegistrationRequest,
  type ManagedCluster,
} from '@banyan/api/clusternet';
import { derivedName } from '../member-names.ts';
import { judgeRequest, type RequestFacts } from './judge-request.ts';

const ID = '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0';
const OTHER_ID = 'ffffffff-4b5a-6978-8796-a5b4c3d2e1f0';
const NOBODY: RequestFacts = { approve: 'auto', sameId: [], sameName: [] };
const KEY = createPublicKey(generateKeyPairSync('x25519').privateKey)
  .export({ format: 'der', type: 'spki' })
  .toString('base64');

function request(
  spec: Partial<ClusterRegistrationRequest['spec']> = {},
  metadata: Partial<ClusterRegistrationRequest['metadata']> = {},
  status: ClusterRegistrationRequest['status'] = {},
): ClusterRegistrationRequest {
  return {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ClusterRegistrationRequest',
    metadata: { name: `clusternet-${ID}`, uid: 'uid-1', ...metadata },
    spec: { clusterId: ID, clusterName: 'one', ...spec },
    status,
  };
}

function member(clusterId: string, name: string): ManagedCluster {
  return {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ManagedCluster',
    metadata: { name, namespace: `clusternet-${name}` },
    spec: { clusterId, syncMode: 'Pull' },
  };
}

suite('a registration request', () => {
  for (const [what, given, facts, expected] of [
    ['gets a namespace of its name', request(), NOBODY, { memberName: 'one', namespace: 'clusternet-one' }],
    [
      'gets the namespace that it asks for',
      request({ clusterNamespace: 'edge' }),
      NOBODY,
      { memberName: 'one', namespace: 'edge' },
    ],
    [
      'without a name gets one of its id',
      request({ clusterName: undefined }),
      NOBODY,
      { memberName: 'cluster-0f1e2d3c', namespace: 'clusternet-cluster-0f1e2d3c' },
    ],
    [
      'of a known cluster keeps name and namespace',
      request({ clusterName: 'renamed', clusterNamespace: 'moved' }),
      { ...NOBODY, sameId: [member(ID, 'one')] },
      { memberName: 'one', namespace: 'clusternet-one' },
    ],
    [
      'that was approved stays so when approval becomes manual',
      request({}, {}, { result: 'Approved' }),
      { ...NOBODY, approve: 'manual' },
      { memberName: 'one', namespace: 'clusternet-one' },
    ],
    [
      'is approved by a person who names its uid',
      request({}, { annotations: { [APPROVED_ANNOTATION]: 'uid-1' } }),
      { ...NOBODY, approve: 'manual' },
      { memberName: 'one', namespace: 'clusternet-one' },
    ],
    [
      'of our agent is approved with its key',
      request({}, { labels: { [AGENT_LABEL]: 'true' }, annotations: { [AGENT_KEY_ANNOTATION]: KEY } }),
      NOBODY,
      { memberName: 'one', namespace: 'clusternet-one' },
    ],
  ] as const) {
    test(what, () => assert.deepEqual(judgeRequest(given, facts), { type: 'approve', ...expected }));
  }

  for (const [what, given, facts, words] of [
    ['whose id is no UUID', request({ clusterId: '../x' }), NOBODY, /"\.\.\/x" is not a UUID/],
    [
      'of another name than its id',
      request({ clusterId: OTHER_ID }),
      NOBODY,
      /has to be "clusternet-ffffffff/,
    ],
    ['with a name that is no label', request({ clusterName: 'a.b' }), NOBODY, /"a\.b" is not a name/],
    [
      'whose name is taken',
      request(),
      { ...NOBODY, sameName: [member(OTHER_ID, 'one')] },
      /"one" is taken by cluster ffffffff/,
    ],
    [
      'that asks for kube-system',
      request({ clusterNamespace: 'kube-system' }),
      NOBODY,
      /"kube-system" of the hub is reserved/,
    ],
    [
      'that asks for our own namespace',
      request({ clusterNamespace: 'clusternet-system' }),
      NOBODY,
      /reserved/,
    ],
    ['of a name that leads to our own namespace', request({ clusterName: 'system' }), NOBODY, /reserved/],
    [
      'of a member by kubeconfig',
      request(),
      { ...NOBODY, sameId: [member(ID, 'direct')], direct: member(ID, 'direct') },
      /already the member "direct", reached by a kubeconfig/,
    ],
    [
      'of our agent without a key',
      request({}, { labels: { [AGENT_LABEL]: 'true' } }),
      NOBODY,
      /agent-key is not an X25519/,
    ],
    [
      'that a person refuses',
      request({}, { annotations: { [DENIED_ANNOTATION]: 'not ours' } }),
      NOBODY,
      /^not ours$/,
    ],
    [
      'that a person refuses without words',
      request({}, { annotations: { [DENIED_ANNOTATION]: ' ' } }),
      NOBODY,
      /refused by an administrator/,
    ],
    [
      'that a person refuses after it was approved',
      request({}, { annotations: { [DENIED_ANNOTATION]: 'no more' } }, { result: 'Approved' }),
      NOBODY,
      /no more/,
    ],
  ] as const) {
    test(`is denied: one ${what}`, () => {
      const verdict = judgeRequest(given, facts);
      assert.equal(verdict.type, 'deny');
      assert.match(verdict.type === 'deny' ? verdict.reason : '', words);
    });
  }

  for (const [what, annotations] of [
    ['without a word', {}],
    ['that approves itself', { [APPROVED_ANNOTATION]: 'true' }],
    ['with the uid of another', { [APPROVED_ANNOTATION]: 'uid-2' }],
  ] as const) {
    test(`waits for a person: one ${what}`, () => {
      assert.deepEqual(judgeRequest(request({}, { annotations }), { ...NOBODY, approve: 'manual' }), {
        type: 'wait',
      });
    });
  }
});

suite('the derived name of a namespace', () => {
  for (const [name, expected] of [
    ['one', 'clusternet-one'],
    ['a'.repeat(52), `clusternet-${'a'.repeat(52)}`],
  ] as const) {
    test(`of a name of ${name.length} is ${expected}`, () => assert.equal(derivedName(name), expected));
  }

  test('of long names is a label, and not that of another', () => {
    const [one, two] = [derivedName(`${'a'.repeat(59)}b`), derivedName(`${'a'.repeat(59)}c`)];
    assert.notEqual(one, two);
    for (const name of [one, two]) assert.match(name, /^[a-z0-9-]{63}$/);
  });
});
