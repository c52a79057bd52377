import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLongRunning, parseRequestInfo } from './request-info.ts';

for (const [method, url, expected] of [
  ['GET', '/api/v1/pods', { verb: 'list', group: '', version: 'v1', resource: 'pods', name: undefined }],
  ['GET', '/api/v1/pods?watch=1', { verb: 'watch' }],
  ['GET', '/api/v1/pods?watch=false', { verb: 'list' }],
  ['GET', '/api/v1/namespaces/n/pods/p?watch=true', { verb: 'get', namespace: 'n', name: 'p' }],
  [
    'GET',
    '/api/v1/watch/namespaces/n/pods/p',
    { verb: 'watch', namespace: 'n', name: 'p', resource: 'pods' },
  ],
  [
    'POST',
    '/apis/apps/v1/namespaces/n/deployments',
    { verb: 'create', group: 'apps', resource: 'deployments' },
  ],
  ['DELETE', '/api/v1/namespaces/n/pods', { verb: 'deletecollection' }],
  ['DELETE', '/api/v1/namespaces/n', { verb: 'delete', resource: 'namespaces', name: 'n', namespace: 'n' }],
  ['PUT', '/api/v1/namespaces/n/finalize', { resource: 'namespaces', name: 'n', subresource: 'finalize' }],
  ['GET', '/api/v1/namespaces/n/pods/p/proxy/a/b', { subresource: 'proxy', rest: '/a/b' }],
  ['GET', '/api/v1/namespaces/n/pods/p/', { name: 'p', subresource: undefined }],
  ['GET', '/api/v1/namespaces/n/pods/a%2Fb', { name: 'a', subresource: 'b' }],
  ['OPTIONS', '/api/v1/pods', { verb: '' }],
  ['GET', '/apis/apps/v1', { type: 'path', verb: 'get', path: '/apis/apps/v1' }],
  ['GET', '//api/v1/pods', { type: 'path' }],
  ['GET', '/%zz', { type: 'path', path: '/%zz' }],
] as const) {
  test(`${method} ${url}`, () => {
    const [path = '', query] = url.split('?');
    const info = parseRequestInfo(method, path, new URLSearchParams(query));
    for (const [field, value] of Object.entries(expected)) {
      assert.equal((info as unknown as Record<string, unknown>)[field], value, field);
    }
  });
}

for (const [path, isStream] of [
  ['/api/v1/namespaces/n/pods/p/log', true],
  ['/api/v1/namespaces/n/pods/p/exec', true],
  ['/api/v1/namespaces/n/pods/p/attach', true],
  ['/api/v1/namespaces/n/pods/p/portforward', true],
  ['/api/v1/nodes/n/proxy/metrics', true],
  ['/api/v1/namespaces/n/pods/p/eviction', false],
  ['/api/v1/namespaces/n/pods/log', false],
  ['/logs', false],
] as const) {
  test(`${path} ${isStream ? 'may take any time' : 'is answered at once'}`, () => {
    assert.equal(isLongRunning(parseRequestInfo('GET', path, new URLSearchParams())), isStream);
  });
}
