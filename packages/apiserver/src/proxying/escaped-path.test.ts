import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapedPath, hasDotSegments } from './escaped-path.ts';

test('a path is escaped as Go does it, and means the same', () => {
  const paths: Readonly<Record<string, string>> = {
    '/apis/g.test/v1/things/a b': '/apis/g.test/v1/things/a%20b',
    '/a/$&+,:;=@~-_.': '/a/$&+,:;=@~-_.',
    "/a/!*'()": '/a/%21%2A%27%28%29',
    '/a/?#%\\': '/a/%3F%23%25%5C',
    '/a/ë/': '/a/%C3%AB/',
  };
  for (const [path, escaped] of Object.entries(paths)) {
    assert.equal(escapedPath(path), escaped);
    const url = new URL(escapedPath(path), 'https://host');
    assert.equal(decodeURIComponent(url.pathname), path);
  }
});

test('half a letter is no reason to fail', () => {
  assert.equal(escapedPath('/a/\uD800'), '/a/%EF%BF%BD');
});

test('segments that a URL would leave out are found, written in any way', () => {
  for (const path of ['/a/..', '/a/./b', '/../a', '/a/%2e%2E/b', '/a/.%2e'])
    assert.ok(hasDotSegments(path), path);
  for (const path of ['/a/...', '/a/.b', '/a..b/c', '/a/%2e%2e%2e']) assert.ok(!hasDotSegments(path), path);
});
