import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  roundedUp,
} from './quantity.ts';

describe('a quantity is written as the server writes it', () => {
  const table: [string | number, string][] = [
    ['1', '1'],
    [1, '1'],
    [0.25, '250m'],
    ['0.5', '500m'],
    ['1500m', '1500m'],
    ['1000m', '1'],
    ['1024Mi', '1Gi'],
    ['1536Mi', '1536Mi'],
    ['2.5Gi', '2560Mi'],
    ['0.5Mi', '512Ki'],
    ['1Ki', '1Ki'],
    ['0.1', '100m'],
    ['1e3', '1e3'],
    ['1E', '1E'],
    ['7Ei', '7Ei'],
    ['8Ei', '9223372036854775807'],
    ['4038Ei', '9223372036854775807'],
    ['-9Ei', '-9223372036854775807'],
    ['12345678901234', '12345678901234'],
    ['0', '0'],
    ['-1', '-1'],
    ['0.0000000001', '1n'],
    ['100000', '100k'],
  ];
  for (const [given, written] of table)
    it(`${given} is ${written}`, () => assert.equal(canonicalQuantity(given), written));
});

describe('a text that the server takes for canonical stays as it is', () => {
  for (const text of ['1.500', '+5', '100Mi', '12e6'])
    it(text, () => assert.equal(canonicalQuantity(text), text));
});

describe('what is no quantity is refused', () => {
  for (const text of ['', 'lots', '1 Gi', '5lots', '--1', '1.2.3', 'Mi', '1KiB'])
    it(JSON.stringify(text), () => assert.equal(parseQuantity(text), undefined));
});

describe('what takes too long to work out is refused', () => {
  for (const text of ['1e1001', '1e-1001', '1e999999999', '9'.repeat(1001), `0.${'0'.repeat(1000)}1`])
    it(text.slice(0, 20), () => assert.equal(parseQuantity(text), undefined));
});

describe('quantities', () => {
  const quantity = (text: string) => {
    const parsed = parseQuantity(text);
    assert.ok(parsed);
    return parsed;
  };

  it('compare by what they are worth, not by how they are written', () => {
    assert.equal(compareQuantities(quantity('1'), quantity('1000m')), 0);
    assert.ok(compareQuantities(quantity('1Ki'), quantity('1k')) > 0);
    assert.ok(compareQuantities(quantity('-1'), quantity('0')) < 0);
  });

  it('round away from zero: who asks for something gets something', () => {
    assert.equal(formatQuantity(roundedUp(quantity('0.0001'), -3)), '1m');
    assert.equal(formatQuantity(roundedUp(quantity('-0.0001'), -3)), '-1m');
  });

  it('are the same after they were written and read again', () => {
    const suffix = fc.constantFrom('', 'm', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'e3');
    const text = fc.tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.nat(999), suffix);
    fc.assert(
      fc.property(text, ([whole, fraction, unit]) => {
        const before = quantity(`${whole}.${fraction}${unit}`);
        const after = quantity(formatQuantity(before));
        assert.equal(compareQuantities(before, after), 0);
      }),
    );
  });
});
