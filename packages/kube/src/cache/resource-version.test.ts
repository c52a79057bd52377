import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOlderResourceVersion } from './resource-version.ts';

const cases: readonly (readonly [string, string, boolean])[] = [
  ['1', '2', true],
  ['2', '1', false],
  ['5', '5', false],
  ['9', '10', true],
  ['10', '9', false],
  ['9007199254740993', '9007199254740992', false],
  ['9007199254740992', '9007199254740993', true],
  ['', '1', false],
  ['1', '', false],
  ['abc', 'abd', false],
  ['01', '2', false],
];

for (const [candidate, reference, expected] of cases) {
  test(`version "${candidate}" is ${expected ? '' : 'not '}older than "${reference}"`, () => {
    assert.equal(isOlderResourceVersion(candidate, reference), expected);
  });
}
