import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { identityKey } from '../words/object-identity.ts';
import { decodeApplied, encodeApplied, type AppliedObject } from './applied-record.ts';
import { applyDecision, type ApplyRequest } from './apply-decision.ts';

const REQUEST: ApplyRequest = {
  digest: 'd',
  applied: { digest: 'd', fields: 'f' },
  live: { fields: 'f' },
  drift: 'repair',
};

const ROWS: readonly (readonly [string, Partial<ApplyRequest>, string])[] = [
  ['nothing changed: nothing is written', {}, 'none'],
  ['never applied', { applied: undefined }, 'apply new'],
  ['another intent', { digest: 'e' }, 'apply intent'],
  [
    'another intent, before anything is known of the member',
    { digest: 'e', live: undefined },
    'apply intent',
  ],
  ['nothing known of the member: nothing is written', { live: undefined }, 'none'],
  ['someone changed our fields', { live: { fields: 'g' } }, 'apply drift'],
  ['someone took our fields', { live: { fields: undefined } }, 'apply drift'],
  ['the member says that it has this', { live: { fields: 'f', digest: 'd' } }, 'none'],
  [
    'it was given another since, and that was not told',
    { live: { fields: 'f', digest: 'e' } },
    'apply intent',
  ],
  [
    'the same, where drift is only reported: it was us',
    { live: { fields: 'g', digest: 'e' }, drift: 'report' },
    'apply intent',
  ],
  ['someone deleted it', { live: 'absent' }, 'apply absent'],
  ['drift is only reported', { live: { fields: 'g' }, drift: 'report' }, 'report drift'],
  ['drift is ignored', { live: 'absent', drift: 'ignore' }, 'none'],
  ['another intent is applied though drift is ignored', { digest: 'e', drift: 'ignore' }, 'apply intent'],
];

for (const [name, facts, expected] of ROWS) {
  test(`whether to apply: ${name}`, () => {
    const decision = applyDecision({ ...REQUEST, ...facts });
    assert.equal(
      'because' in decision ? `${decision.action} ${decision.because}` : decision.action,
      expected,
    );
  });
}

const applied: fc.Arbitrary<AppliedObject> = fc.record(
  {
    group: fc.constantFrom('', 'apps', 'example.com'),
    kind: fc.constantFrom('ConfigMap', 'Thing', '__proto__'),
    namespace: fc.constantFrom('', 'a', 'b'),
    name: fc.oneof(fc.stringMatching(/^[a-z:.]{1,5}$/), fc.constantFrom('constructor', '__proto__', '1')),
    digest: fc.stringMatching(/^[0-9a-f]{16}$/),
    fields: fc.stringMatching(/^[0-9a-f]{16}$/),
    isCreated: fc.boolean(),
  },
  { noNullPrototype: true },
);

test('what was written is read back, and the order of the objects makes no difference', () => {
  fc.assert(
    fc.property(fc.uniqueArray(applied, { selector: identityKey }), (objects) => {
      const text = encodeApplied(objects);
      const byKey = (a: AppliedObject, b: AppliedObject): number =>
        identityKey(a) < identityKey(b) ? -1 : 1;
      assert.deepEqual(decodeApplied(text)?.sort(byKey), objects.toSorted(byKey));
      assert.equal(encodeApplied(objects.toReversed()), text);
    }),
  );
});

test('what we did not write says nothing', () => {
  for (const text of [
    undefined,
    '',
    '[1]',
    '{"a/b/c":{"n":5}}',
    '{"a/b/c":null}',
    '{"a/b/c":{"n":[1,2]}}',
    '{"a":{}}',
    'null',
  ]) {
    assert.equal(decodeApplied(text), undefined);
  }
});

test('five thousand objects fit into an annotation', () => {
  const objects = Array.from({ length: 5000 }, (_, index): AppliedObject => ({
    group: 'apps',
    kind: 'Deployment',
    namespace: 'shop',
    name: `web-${index}`,
    digest: '0123456789abcdef',
    fields: '0123456789abcdef',
    isCreated: false,
  }));
  assert.ok(encodeApplied(objects).length < 256 * 1024 * 0.95);
});
