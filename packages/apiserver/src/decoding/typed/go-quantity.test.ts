import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseGoQuantity } from './go-quantity.ts';

for (const [text, written] of [
  ['0', '0'],
  ['1000m', '1'],
  ['1024Mi', '1Gi'],
  ['0.5Gi', '512Mi'],
  [' 100m ', '100m'],
  ['1e3', '1e3'],
  ['1.5', '1500m'],
  ['+5', '+5'],
  ['-', '0'],
  ['.', '0'],
  ['Ki', '0'],
] as const) {
  test(`${JSON.stringify(text)} is written ${written}`, () => {
    assert.deepEqual(parseGoQuantity(text), { text: written });
  });
}

for (const [text, error] of [
  ['', /regular expression/],
  ['much', /regular expression/],
  ['1 Gi', /regular expression/],
  ['1,5', /regular expression/],
  ['0x1', /regular expression/],
  ['1K', /suffix/],
  ['1e', /suffix/],
  ['1Kim', /suffix/],
  ['1e3m', /regular expression/],
  ['Pi', /numeric part/],
] as const) {
  test(`${JSON.stringify(text)} is no quantity`, () => {
    const parsed = parseGoQuantity(text);
    assert.match('error' in parsed ? parsed.error : '', error);
  });
}

test('an exponent that would take all memory is refused at once', () => {
  for (const text of ['1e-1000000000', '1e1000000000', '9'.repeat(1_000_000)])
    assert.deepEqual(parseGoQuantity(text), { error: 'unable to parse numeric part of quantity' });
});
