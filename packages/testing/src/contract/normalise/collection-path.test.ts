import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForCollection } from './collection-path.ts';

const ASKED: readonly (readonly [boolean, string, string])[] = [
  [true, 'GET', '/api/v1/namespaces'],
  [false, 'GET', '/api/v1/namespaces/a'],
  [true, 'GET', '/api/v1/namespaces/a/pods'],
  [true, 'DELETE', '/api/v1/namespaces/a/pods?limit=1'],
  [false, 'GET', '/api/v1/namespaces/a/pods/b'],
  [false, 'GET', '/api/v1/namespaces/a/pods/b/status'],
  [true, 'GET', '/apis/apps/v1/deployments'],
  [true, 'GET', '/apis/apps/v1/namespaces/a/deployments'],
  [false, 'GET', '/apis/apps/v1/namespaces/a/deployments/b'],
  [false, 'GET', '/apis/storage.k8s.io/v1/storageclasses/b'],
  [false, 'POST', '/api/v1/namespaces/a/pods'],
  [false, 'GET', '/version'],
];

for (const [isCollection, method, path] of ASKED)
  test(`${method} ${path} asks for ${isCollection ? 'a collection' : 'something else'}`, () =>
    assert.equal(asksForCollection(method, path), isCollection));
