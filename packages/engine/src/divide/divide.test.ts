import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { divide, type Claim } from './divide.ts';

function claims(
  weights: Readonly<Record<string, number>>,
  previous: Readonly<Record<string, number>> = {},
): Claim[] {
  return Object.entries(weights).map(([name, weight]) => ({ name, weight, previous: previous[name] ?? 0 }));
}

const ROWS: readonly {
  readonly name: string;
  readonly total: number;
  readonly claims: readonly Claim[];
  readonly expected: readonly number[];
}[] = [
  { name: '3:2:1', total: 12, claims: claims({ a: 3, b: 2, c: 1 }), expected: [6, 4, 2] },
  {
    name: 'the largest remainder first',
    total: 10,
    claims: claims({ a: 1, b: 2, c: 4 }),
    expected: [1, 3, 6],
  },
  { name: 'ties by name', total: 10, claims: claims({ c: 1, a: 1, b: 1 }), expected: [3, 4, 3] },
  { name: 'ties by weight before name', total: 2, claims: claims({ a: 1, b: 3 }), expected: [0, 2] },
  {
    name: 'in a tie a replica stays where it runs',
    total: 10,
    claims: claims({ a: 1, b: 1, c: 1 }, { a: 3, b: 3, c: 4 }),
    expected: [3, 3, 4],
  },
  { name: 'no weight, no replica', total: 7, claims: claims({ a: 0, b: 2, c: 1 }), expected: [0, 5, 2] },
  { name: 'nothing to divide', total: 0, claims: claims({ a: 1, b: 1 }), expected: [0, 0] },
  {
    name: 'products that a number does not hold',
    total: 2_147_483_647,
    claims: claims({ a: 2_147_483_647, b: 2_147_483_646, c: 1 }),
    expected: [1_073_741_824, 1_073_741_823, 0],
  },
];

for (const { name, total, claims: given, expected } of ROWS) {
  test(`divide: ${name}`, () => assert.deepEqual(divide(total, given), expected));
}

const arbitraryClaims = fc
  .uniqueArray(
    fc.record({ name: fc.stringMatching(/^[a-z]{1,3}$/), weight: fc.nat(20), previous: fc.nat(30) }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 10 },
  )
  .filter((list) => list.some(({ weight }) => weight > 0));
const arbitraryTotal = fc.nat(200);

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

test('shares add up to the total, and each is its exact share rounded down or up', () => {
  fc.assert(
    fc.property(arbitraryTotal, arbitraryClaims, (total, given) => {
      const shares = divide(total, given);
      assert.equal(sumOf(shares), total);
      const sum = sumOf(given.map(({ weight }) => weight));
      for (const [place, { weight }] of given.entries()) {
        const exact = (total * weight) / sum;
        const share = shares[place] ?? Number.NaN;
        assert.ok(share >= Math.floor(exact) && share <= Math.ceil(exact), `${share} of ${exact}`);
      }
    }),
  );
});

test('who has more weight never gets less', () => {
  fc.assert(
    fc.property(arbitraryTotal, arbitraryClaims, (total, given) => {
      const shares = divide(total, given);
      const byWeight = given
        .map(({ weight }, place) => ({ weight, share: shares[place] ?? 0 }))
        .sort((a, b) => a.weight - b.weight || a.share - b.share);
      for (const [place, { weight, share }] of byWeight.entries()) {
        const next = byWeight[place + 1];
        if (next !== undefined && next.weight > weight) assert.ok(next.share >= share);
      }
    }),
  );
});

test('more weight for one never means fewer replicas for it', () => {
  fc.assert(
    fc.property(
      arbitraryTotal,
      arbitraryClaims,
      fc.nat(9),
      fc.integer({ min: 1, max: 9 }),
      (total, given, pick, more) => {
        const place = pick % given.length;
        const before = divide(total, given)[place] ?? 0;
        const heavier = given.map((claim, at) =>
          at === place ? { ...claim, weight: claim.weight + more } : claim,
        );
        assert.ok((divide(total, heavier)[place] ?? 0) >= before);
      },
    ),
  );
});

test('a division that is as good as any other is left as it is', () => {
  fc.assert(
    fc.property(arbitraryTotal, arbitraryClaims, (total, given) => {
      const shares = divide(total, given);
      const settled = given.map((claim, place) => ({ ...claim, previous: shares[place] ?? 0 }));
      assert.deepEqual(divide(total, settled), shares);
    }),
  );
});

test('the order in which the claims come does not matter', () => {
  fc.assert(
    fc.property(arbitraryTotal, arbitraryClaims, (total, given) => {
      assert.deepEqual(divide(total, given.toReversed()).toReversed(), divide(total, given));
    }),
  );
});
