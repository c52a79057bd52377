import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  fillConditionTimes,
  keepApprovals,
  validateConditionChanges,
  validateConditions,
  type SigningCondition,
} from './signing-conditions.ts';
import { ED25519_REQUEST, REQUEST } from './sample-requests.ts';
import { validateSignerName } from './signer-name.ts';
import { signingRequestRules } from './signing-request.ts';

const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const WHOLE = "must be a fully qualified domain and path of the form 'example.com/signer-name'";

describe('signers, as a real server judged their names', () => {
  const SIGNERS: [name: string, messages: string[]][] = [
    ['example.com/signer', []],
    ['', ['Required value']],
    ['a.b/c/d', [`Invalid value: "a.b/c/d": ${WHOLE}`]],
    ['a/b', ['Invalid value: "a": should be a domain with at least two segments separated by dots']],
    ['A.b/c', [`Invalid value: "A.b": validating label "A": ${LABEL}`]],
  ];
  for (const [name, messages] of SIGNERS) {
    it(name === '' ? 'none' : name, () => {
      const causes = validateSignerName(name, 'spec.signerName');
      assert.deepEqual(
        causes.map(({ message }) => message),
        messages,
      );
    });
  }
});

describe('conditions of requests', () => {
  const said = (...types: string[]): SigningCondition[] => types.map((type) => ({ type, status: 'True' }));
  const messages = (conditions: SigningCondition[], old: SigningCondition[] = []) =>
    validateConditions(conditions, old).map(({ field, message }) => `${field}: ${message}`);

  it('are judged as a real server judged them', () => {
    const odd = [
      { type: 'Approved', status: 'False' },
      { type: 'Denied', status: 'True' },
      { type: '', status: 'x' },
      { type: 'Approved' },
    ];
    assert.deepEqual(messages(odd), [
      'status.conditions[0].status: Unsupported value: "False": supported values: "True"',
      'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
      'status.conditions[2].type: Required value',
      'status.conditions[2].status: Unsupported value: "x": supported values: "False", "True", "Unknown"',
      'status.conditions[3].status: Required value',
      'status.conditions: Invalid value: "Approved": Approved and Denied conditions are mutually exclusive',
      'status.conditions[3].type: Duplicate value: "Approved"',
    ]);
  });

  it('may stay what they were', () => {
    const both = said('Approved', 'Denied');
    assert.deepEqual(messages(both, both), []);
    const twice = said('Odd', 'Odd');
    assert.deepEqual(messages(twice, twice), []);
  });

  it('who approves may add, nobody may take away', () => {
    const changes = (now: SigningCondition[], old: SigningCondition[], approves: boolean) =>
      validateConditionChanges(now, old, { approves }).map(({ message }) => message);
    assert.deepEqual(changes(said('Approved'), [], true), []);
    const added = 'Forbidden: updates may not add a condition of type "Approved"';
    assert.deepEqual(changes(said('Approved'), [], false), [added]);
    const removed = 'Forbidden: updates may not remove a condition of type "Failed"';
    assert.deepEqual(changes([], said('Failed'), true), [removed]);
    assert.deepEqual(changes([], said('Odd'), false), []);
  });

  it('an approval is as it was said, whatever a status says of it', () => {
    const conditions = [{ type: 'Odd' }, { type: 'Approved', reason: 'changed' }];
    keepApprovals(conditions, [{ type: 'Approved', reason: 'said' }]);
    assert.deepEqual(conditions, [{ type: 'Odd' }, { type: 'Approved', reason: 'said' }]);
  });

  it('times that are not given are since when it has been so', () => {
    const conditions: SigningCondition[] = [
      ...said('Approved', 'Odd'),
      { type: 'Kept', lastUpdateTime: 'then' },
    ];
    fillConditionTimes(conditions, [{ ...said('Approved')[0], lastTransitionTime: 'before' }], 'now');
    assert.deepEqual(
      conditions.map(({ lastUpdateTime, lastTransitionTime }) => [lastUpdateTime, lastTransitionTime]),
      [
        ['now', 'before'],
        ['now', 'now'],
        ['then', 'now'],
      ],
    );
  });
});

describe('certificates that let people in', () => {
  const asking = (signerName: string, pem: string) => () =>
    signingRequestRules.allocate?.(
      {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name: 'r' },
        spec: { signerName, request: Buffer.from(pem).toString('base64') },
      },
      undefined,
      false,
    );
  const signer = 'kubernetes.io/kube-apiserver-client';

  it('make nobody a superuser', () => {
    const why = `use of ${signer} signer with system:masters group is not allowed`;
    const message = `certificatesigningrequests.certificates.k8s.io "r" is forbidden: ${why}`;
    assert.throws(asking(signer, ED25519_REQUEST), { message });
  });

  it('are for everybody else, and other signers have their own rules', () => {
    assert.doesNotThrow(asking(signer, REQUEST));
    assert.doesNotThrow(asking('x.example/other', ED25519_REQUEST));
  });
});
