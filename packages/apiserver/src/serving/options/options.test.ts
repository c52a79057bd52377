import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDeleteOptions } from './delete-options.ts';
import { parseListOptions } from './list-options.ts';
import { parseWriteOptions } from './write-options.ts';

const query = (text: string) => new URLSearchParams(text);

test('a list’s query is read, and unknown parameters are ignored', () => {
  const options = parseListOptions(query('limit=5&continue=x&resourceVersion=&pretty=1&nonsense=2'), 'list');
  assert.equal(options.limit, 5);
  assert.equal(options.continue, 'x');
  assert.equal(options.resourceVersion, undefined);
});

for (const [verb, text, code, message] of [
  ['list', 'limit=many', 400, 'strconv.ParseInt: parsing "many": invalid syntax'],
  [
    'list',
    'limit=99999999999999999999',
    400,
    'strconv.ParseInt: parsing "99999999999999999999": value out of range',
  ],
  ['list', 'resourceVersion=x', 400, /^invalid resource version: .*invalid syntax$/],
  ['list', `resourceVersion=${'9'.repeat(30)}`, 400, /^invalid resource version: .*value out of range$/],
  [
    'list',
    'continue=x&resourceVersion=1',
    400,
    'specifying resource version is not allowed when using continue',
  ],
  ['list', 'resourceVersionMatch=Exact', 422, /forbidden unless resourceVersion is provided$/],
  ['list', 'sendInitialEvents=true', 422, /sendInitialEvents is forbidden for list$/],
  [
    'watch',
    'sendInitialEvents=true',
    422,
    /sendInitialEvents requires setting resourceVersionMatch to NotOlderThan$/,
  ],
  [
    'watch',
    'resourceVersionMatch=NotOlderThan',
    422,
    /forbidden for watch unless sendInitialEvents is provided$/,
  ],
] as const) {
  test(`a ${verb} with ${text} is ${code}`, () => {
    assert.throws(() => parseListOptions(query(text), verb), { code, message });
  });
}

for (const [text, message] of [
  ['dryRun=Some', /dryRun: Unsupported value: \["Some"\]: supported values: "All"$/],
  ['fieldValidation=Sometimes', /fieldValidation: Unsupported value: "Sometimes"/],
  [`fieldManager=${'x'.repeat(129)}`, /fieldManager: Too long: may not be more than 128 bytes$/],
  ['fieldManager=bell%07', /Invalid value: "bell\\a": invalid character U\+0007 \(at position 4\)$/],
] as const) {
  test(`a write with ${text.slice(0, 40)} is 422`, () => {
    assert.throws(() => parseWriteOptions(query(text), 'CreateOptions'), { code: 422, message });
  });
}

test('an apply names its manager, and nothing else is forced', () => {
  assert.throws(() => parseWriteOptions(query(''), 'PatchOptions', true), /fieldManager: Required value/);
  assert.throws(
    () => parseWriteOptions(query('force=true'), 'PatchOptions'),
    /may not be specified for non-apply/,
  );
  assert.equal(parseWriteOptions(query('force=true&fieldManager=m'), 'PatchOptions', true).force, true);
});

test('a delete is told how by its body, or else by its query', () => {
  assert.equal(parseDeleteOptions({ orphanDependents: true }, query('')).propagationPolicy, 'Orphan');
  assert.equal(parseDeleteOptions(undefined, query('gracePeriodSeconds=0')).gracePeriodSeconds, 0);
  assert.equal(parseDeleteOptions({ dryRun: ['All'] }, query('')).dryRun, true);
  assert.throws(() => parseDeleteOptions({ propagationPolicy: 'Sideways' }, query('')), { code: 422 });
});
