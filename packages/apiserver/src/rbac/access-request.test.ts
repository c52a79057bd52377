import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRequestInfo } from '../serving/request-info.ts';
import { accessOf } from './access-request.ts';

const PODS = '/api/v1/namespaces/n/pods';

const table: readonly { method?: string; url: string; verb: string; name: string }[] = [
  { url: `${PODS}/a`, verb: 'get', name: 'a' },
  { url: PODS, verb: 'list', name: '' },
  { url: `${PODS}?fieldSelector=metadata.name=a`, verb: 'list', name: 'a' },
  { url: `${PODS}?fieldSelector=metadata.name==a,status.phase=Running&watch=1`, verb: 'watch', name: 'a' },
  { url: `${PODS}?fieldSelector=status.phase=Running,metadata.name%3Da`, verb: 'list', name: 'a' },
  { url: `${PODS}?fieldSelector=metadata.name!=a`, verb: 'list', name: '' },
  { url: `${PODS}?fieldSelector=metadata.name=a%5C,b`, verb: 'list', name: '' },
  { url: `${PODS}?fieldSelector=metadata.name=..`, verb: 'list', name: '' },
  { url: `${PODS}?fieldSelector=metadata.name=a/b`, verb: 'list', name: '' },
  { method: 'DELETE', url: `${PODS}?fieldSelector=metadata.name=a`, verb: 'deletecollection', name: '' },
  { method: 'POST', url: `${PODS}?fieldSelector=metadata.name=a`, verb: 'create', name: '' },
];

for (const { method = 'GET', url, verb, name } of table)
  test(`${method} ${url} asks to ${verb} ${name === '' ? 'all' : name}`, () => {
    const { pathname, searchParams } = new URL(url, 'http://server');
    const access = accessOf(parseRequestInfo(method, pathname, searchParams), searchParams);
    assert.deepEqual(access, {
      type: 'resource',
      verb,
      group: '',
      resource: 'pods',
      subresource: '',
      namespace: 'n',
      name,
    });
  });

test('what is no resource is asked for by its path', () => {
  const query = new URLSearchParams();
  const access = accessOf(parseRequestInfo('POST', '/metrics', query), query);
  assert.deepEqual(access, { type: 'path', verb: 'post', path: '/metrics' });
});
