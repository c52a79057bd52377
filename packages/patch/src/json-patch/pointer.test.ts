import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeInList, pointerKeys } from './pointer.ts';

for (const [pointer, keys] of [
  ['', undefined],
  ['a', undefined],
  ['/', ['']],
  ['/a/b', ['a', 'b']],
  ['/a//b/', ['a', '', 'b', '']],
  ['/a~1b/m~0n', ['a/b', 'm~n']],
  ['/~01', ['~1']],
  ['/~', ['~']],
  ['/~2', ['~2']],
  ['ignored/a', ['a']],
] satisfies [string, string[] | undefined][]) {
  test(`the keys of ${JSON.stringify(pointer)} are ${JSON.stringify(keys)}`, () => {
    assert.deepEqual(pointerKeys(pointer), keys);
  });
}

for (const [key, length, place] of [
  ['0', 1, { index: 0 }],
  ['2', 3, { index: 2 }],
  ['-1', 3, { index: 2 }],
  ['-3', 3, { index: 0 }],
  ['+1', 3, { index: 1 }],
  ['01', 3, { index: 1 }],
  ['3', 3, { problem: 'Unable to access invalid index: 3: invalid index referenced' }],
  ['-4', 3, { problem: 'Unable to access invalid index: -4: invalid index referenced' }],
  ['-', 3, { problem: 'strconv.Atoi: parsing "-": invalid syntax' }],
  ['', 3, { problem: 'strconv.Atoi: parsing "": invalid syntax' }],
  ['1.0', 3, { problem: 'strconv.Atoi: parsing "1.0": invalid syntax' }],
  ['9223372036854775808', 3, { problem: 'strconv.Atoi: parsing "9223372036854775808": value out of range' }],
] satisfies [string, number, object][]) {
  test(`${JSON.stringify(key)} in a list of ${length} is ${JSON.stringify(place)}`, () => {
    assert.deepEqual(placeInList(key, length), place);
  });
}
