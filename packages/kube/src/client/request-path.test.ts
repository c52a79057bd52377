import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupVersionPath, queryString, resourcePath, type ResourcePath } from './request-path.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' };
const ROLES = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' };

describe('the path of a resource', () => {
  const cases: [typeof PODS, ResourcePath, string][] = [
    [PODS, {}, '/api/v1/pods'],
    [PODS, { namespace: 'a' }, '/api/v1/namespaces/a/pods'],
    [PODS, { namespace: 'a', name: 'b' }, '/api/v1/namespaces/a/pods/b'],
    [PODS, { namespace: 'a', name: 'b', subresource: 'log' }, '/api/v1/namespaces/a/pods/b/log'],
    [ROLES, { name: 'system:node' }, '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode'],
    [ROLES, { name: 'a b?c#d' }, '/apis/rbac.authorization.k8s.io/v1/clusterroles/a%20b%3Fc%23d'],
    [PODS, { query: { limit: 5, watch: true, continue: undefined } }, '/api/v1/pods?limit=5&watch=true'],
  ];
  for (const [resource, target, path] of cases) {
    it(`is ${path}`, () => assert.equal(resourcePath(resource, target), path));
  }

  for (const name of ['', '.', '..', 'a/b', '..%2f', '100%']) {
    it(`cannot have ${JSON.stringify(name)} as a name, a namespace or a subresource`, () => {
      assert.throws(() => resourcePath(PODS, { name }), { code: 'BadRequest' });
      assert.throws(() => resourcePath(PODS, { namespace: name }), { code: 'BadRequest' });
      assert.throws(() => resourcePath(PODS, { name: 'a', subresource: name }), { code: 'BadRequest' });
    });
  }
});

it('the core group has a path of its own', () => {
  assert.equal(groupVersionPath({ group: '', version: 'v1' }), '/api/v1');
  assert.equal(groupVersionPath({ group: 'apps', version: 'v1' }), '/apis/apps/v1');
});

it('a query without parameters is empty', () => {
  assert.equal(queryString({ a: undefined }), '');
});
