import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLabelSelector } from './label-selector.ts';

const LABELS = { app: 'api', tier: 'front', 'example.test/zone': 'a', count: '7', in: 'word', empty: '' };

for (const [selector, fits] of [
  ['', true],
  ['app=api', true],
  ['app == api', true],
  ['app!=api', false],
  ['missing!=api', true],
  ['app=', false],
  ['empty=', true],
  ['app in (db, api)', true],
  ['app notin (db)', true],
  ['app in ()', false],
  ['empty in (,x)', true],
  ['tier', true],
  ['!tier', false],
  ['!constructor', true],
  ['example.test/zone=a,app', true],
  ['count>6,count<8', true],
  ['app>6', false],
  ['in=word', true],
] as const) {
  test(`labels ${fits ? 'fit' : 'do not fit'} "${selector}"`, () => {
    const matches = parseLabelSelector(selector);
    assert.equal(matches === undefined || matches(LABELS), fits);
  });
}

for (const [selector, message] of [
  ['app=a b', "found 'b', expected: ',' or 'end of string'"],
  ['a=b=c', "found '=', expected: ',' or 'end of string'"],
  ['=api', "found '=', expected: !, identifier, or 'end of string'"],
  ['app=api,', "found '', expected: identifier after ','"],
  ['!', "unable to parse requirement: found '', expected: identifier"],
  ['app in api', "unable to parse requirement: found 'api' expected: '('"],
  ['app in (api', "unable to parse requirement: found '', expected: ',' or ')'"],
  ['app in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
] as const) {
  test(`"${selector}" is refused in the real server’s words`, () => {
    assert.throws(() => parseLabelSelector(selector), { message });
  });
}
