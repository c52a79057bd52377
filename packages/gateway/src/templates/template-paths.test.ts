import { TEMPLATES_PATH } from '@banyan/api/banyan';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError } from '@banyan/apiserver';
import { isShadowPath, nativeBelowDoor, nativeOfShadow, type NativePlace } from './template-paths.ts';

const SHADOW = '/apis/shadow/v1alpha1';
const APPS = { group: 'apps', version: 'v1', resource: 'deployments' };
const CORE = { group: '', version: 'v1', resource: 'namespaces' };
const OTHER = { group: 'b.example.com', version: 'v2', resource: 'widgets' };

const ROWS: readonly [url: string, resource: string, place: NativePlace, native: string][] = [
  ['/deployments?limit=5', 'deployments', APPS, '/apis/apps/v1/deployments?limit=5'],
  ['/namespaces/shop/deployments', 'deployments', APPS, '/apis/apps/v1/namespaces/shop/deployments'],
  [
    '/namespaces/a/deployments/w/scale',
    'deployments',
    APPS,
    '/apis/apps/v1/namespaces/a/deployments/w/scale',
  ],
  ['/watch/namespaces/a/deployments', 'deployments', APPS, '/apis/apps/v1/watch/namespaces/a/deployments'],
  ['/namespaces/shop', 'namespaces', CORE, '/api/v1/namespaces/shop'],
  ['/namespaces', 'namespaces', CORE, '/api/v1/namespaces'],
  [
    '/namespaces/a/widgets.b.example.com/x?y=%2F',
    'widgets.b.example.com',
    OTHER,
    '/apis/b.example.com/v2/namespaces/a/widgets/x?y=%2F',
  ],
];

for (const [url, resource, place, native] of ROWS)
  test(`shadow${url} is ${native}`, () => {
    assert.equal(nativeOfShadow(`${SHADOW}${url}`, resource, place), native);
  });

test('paths that hide what they name are refused', () => {
  const isBad = (error: ApiError) => error.code === 400;
  assert.throws(() => nativeOfShadow(`${SHADOW}/%64eployments`, 'deployments', APPS), isBad);
  assert.throws(() => nativeOfShadow('/apis/%73hadow/v1alpha1/deployments', 'deployments', APPS), isBad);
  assert.throws(() => nativeBelowDoor('/apis/proxies.banyan.dev/v1alpha1/templates/%61ll/proxy/api'), isBad);
});

test('what is below the native door is native', () => {
  assert.equal(nativeBelowDoor(TEMPLATES_PATH), '/');
  assert.equal(nativeBelowDoor(`${TEMPLATES_PATH}?a=b`), '/?a=b');
  assert.equal(nativeBelowDoor(`${TEMPLATES_PATH}/api/v1/pods?a=b`), '/api/v1/pods?a=b');
});

test('discovery of the shadow group is no template', () => {
  assert.deepEqual([SHADOW, `${SHADOW}/`, `${SHADOW}/pods`].map(isShadowPath), [false, false, true]);
});
