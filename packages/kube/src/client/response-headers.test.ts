import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryAfterMs } from './retry-after.ts';
import { serverWarnings } from './server-warning.ts';

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1);
  const cases: [string | undefined, number | undefined][] = [
    ['1', 1000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [value, expected] of cases) {
    it(`of ${JSON.stringify(value)} is ${expected}`, () => {
      assert.equal(retryAfterMs({ 'retry-after': value }, now), expected);
    });
  }
});

describe('Warning headers', () => {
  const cases: [string | string[], string[]][] = [
    ['299 - "plain"', ['plain']],
    ['299 - "one, with a comma", 299 - "two"', ['one, with a comma', 'two']],
    [
      ['299 - "one"', '299 agent "two" "Thu, 01 Jan 2026 00:00:05 GMT"'],
      ['one', 'two'],
    ],
    ['299 - "a \\"quoted\\" word"', ['a "quoted" word']],
    ['nonsense', []],
  ];
  for (const [value, texts] of cases) {
    it(`${JSON.stringify(value)}`, () => {
      assert.deepEqual(
        serverWarnings({ warning: value }).map(({ text }) => text),
        texts,
      );
    });
  }
});
