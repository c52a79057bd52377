import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ownerOfClaims, type ObjectClaim } from './owner-of-claims.ts';

const OLD: ObjectClaim = { work: 'z', createdAt: '2026-01-01T00:00:00Z' };
const YOUNG: ObjectClaim = { work: 'a', createdAt: '2026-01-02T00:00:00Z' };

test('who has an object keeps it, whoever else claims it', () => {
  assert.equal(ownerOfClaims([OLD, YOUNG], 'a'), YOUNG);
});

test('when the owner lets go, the oldest claim gets it, then the first name', () => {
  assert.equal(ownerOfClaims([YOUNG, OLD], 'gone'), OLD);
  assert.equal(ownerOfClaims([OLD, { ...OLD, work: 'b' }], undefined).work, 'b');
});

test('whoever is asked in whatever order, the answer is the same', () => {
  const claim = fc.record({ work: fc.stringMatching(/^[a-c]{1,2}$/), createdAt: fc.constantFrom('1', '2') });
  fc.assert(
    fc.property(fc.uniqueArray(claim, { selector: ({ work }) => work, minLength: 1 }), (claims) => {
      const [first, ...rest] = claims;
      const [last, ...before] = claims.toReversed();
      assert.ok(first && last);
      assert.equal(ownerOfClaims([first, ...rest], undefined), ownerOfClaims([last, ...before], undefined));
    }),
  );
});
