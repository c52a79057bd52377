import assert from 'node:assert/strict';
import { test } from 'node:test';
import { negotiate } from './negotiate.ts';

function ask(accept: string | undefined, userAgent = '') {
  return negotiate({ accept, query: new URLSearchParams(), userAgent, isCollection: false });
}

for (const [accept, mediaType, view] of [
  [undefined, 'application/json', undefined],
  ['*/*', 'application/json', undefined],
  ['application/yaml', 'application/yaml', undefined],
  ['application/vnd.kubernetes.protobuf, application/json', 'application/json', undefined],
  ['application/vnd.kubernetes.protobuf, */*', 'application/json', undefined],
  ['application/vnd.kubernetes.protobuf', 'application/vnd.kubernetes.protobuf', undefined],
  ['text/csv, application/json;q=0.5', 'application/json', undefined],
  ['application/json;q=0.1, application/yaml', 'application/yaml', undefined],
  ['application/json;as=Table;v=v1;g=meta.k8s.io,application/json', 'application/json', 'Table'],
  ['application/json;as=Chart;v=v1;g=meta.k8s.io,application/json', 'application/json', undefined],
] as const) {
  test(`Accept: ${accept} is met by ${mediaType}${view === undefined ? '' : ` as ${view}`}`, () => {
    const chosen = ask(accept);
    assert.equal(chosen.mediaType, mediaType);
    assert.equal(chosen.as?.kind, view);
  });
}

for (const [accept, message] of [
  ['text/html', /^406: Not Acceptable\n\nAvailable representations: application\/json, .*protobuf$/],
  ['application/json;as=Chart;v=v1;g=meta.k8s.io', /^only the following .*protobuf$/],
  ['application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io', /^only the following .*protobuf$/],
] as const) {
  test(`Accept: ${accept} cannot be met, and the answer says what could`, () => {
    assert.throws(() => ask(accept), { code: 406, message });
  });
}

test('what is never kept has neither rows nor metadata to show', () => {
  const view = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const asked = { query: new URLSearchParams(), userAgent: '', isCollection: true, hasViews: false };
  assert.throws(() => negotiate({ ...asked, accept: view }), { code: 406 });
  assert.equal(negotiate({ ...asked, accept: `${view},application/json` }).as, undefined);
});

test('curl gets JSON that people can read', () => {
  assert.equal(ask('*/*', 'curl/8.0').pretty, true);
  assert.equal(ask('application/json;pretty=1').pretty, true);
  assert.equal(ask('*/*', 'kubectl/v1').pretty, false);
});
