import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unifiedDiff } from './unified-diff.ts';

const lines = (...texts: (string | number)[]) => texts.join('\n');
const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('a difference is shown in hunks', () => {
  it('nothing for texts that are the same', () => assert.equal(unifiedDiff('a\nb', 'a\nb'), ''));

  it('with three lines around a change', () => {
    const before = lines(...count(1, 9));
    const after = lines(...count(1, 4), 'x', 'y', ...count(6, 9));
    const hunk = ['@@ -2,7 +2,8 @@', ' 2', ' 3', ' 4', '-5', '+x', '+y', ' 6', ' 7', ' 8', ''];
    assert.equal(unifiedDiff(before, after), hunk.join('\n'));
  });

  it('changes near each other share one, those far apart do not', () => {
    const before = lines(...count(1, 30));
    const near = lines('a', ...count(2, 7), 'b', ...count(9, 30));
    assert.equal(unifiedDiff(before, near).match(/@@ -/g)?.length, 1);
    const far = lines('a', ...count(2, 8), 'b', ...count(10, 30));
    assert.equal(unifiedDiff(before, far).match(/@@ -/g)?.length, 2);
  });

  it('at the beginning and at the end there is less around', () => {
    assert.equal(unifiedDiff('a\nb', 'x\nb'), '@@ -1,2 +1,2 @@\n-a\n+x\n b\n');
    assert.equal(unifiedDiff('a', 'a\nb'), '@@ -1 +1,2 @@\n a\n+b\n');
    assert.equal(unifiedDiff('a\nb', 'b'), '@@ -1,2 +1 @@\n-a\n b\n');
  });

  it('a line that repeats all over a long text does not lead astray', () => {
    const block = (name: string) => ['{', ` "name": "${name}"`, '},'];
    const names = count(1, 100).map((i) => `n${i}`);
    const before = names.flatMap(block);
    const after = names.toSpliced(50, 1).flatMap(block);
    const removed = unifiedDiff(lines(...before), lines(...after)).match(/^-.*$/gm);
    assert.deepEqual(removed?.map((line) => line.trim()).sort(), ['- "name": "n51"', '-{', '-},']);
  });

  it('in a very long text everything between the first and the last change is one', () => {
    const before = count(1, 20_000);
    const after = before.with(5, -1).with(10, -1);
    const hunk = unifiedDiff(lines(...before), lines(...after)).split('\n');
    assert.equal(hunk[0], '@@ -3,12 +3,12 @@');
    assert.equal(hunk.filter((line) => line.startsWith('-')).length, 6);
    assert.equal(unifiedDiff(lines(...before), lines(...before)), '');
  });
});
