import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveFeed } from './resolve-feed.ts';

const KINDS = [
  { group: '', version: 'v1', kind: 'Service' },
  { group: 'apps', version: 'v1', kind: 'Deployment' },
  { group: 'networking.k8s.io', version: 'v1', kind: 'Ingress' },
  { group: 'example.com', version: 'v1', kind: 'Thing' },
  { group: 'example.org', version: 'v1', kind: 'Thing' },
];

function resolve(apiVersion: string, kind: string, namespace?: string): ReturnType<typeof resolveFeed> {
  return resolveFeed({ apiVersion, kind, name: 'a', ...(namespace !== undefined && { namespace }) }, KINDS);
}

test('a feed names its template in any version of the kind', () => {
  assert.deepEqual(resolve('apps/v1beta1', 'Deployment', 'n'), {
    identity: { group: 'apps', kind: 'Deployment', namespace: 'n', name: 'a' },
  });
});

test('a feed without a namespace matches no template of any namespace', () => {
  assert.deepEqual(resolve('apps/v1', 'Deployment'), {
    identity: { group: 'apps', kind: 'Deployment', namespace: '', name: 'a' },
  });
});

test('a feed under a wrong group is found by its kind if only one group has it, and that is said', () => {
  assert.deepEqual(resolve('apps/v1', 'Service', 'n'), {
    identity: { group: '', kind: 'Service', namespace: 'n', name: 'a' },
    warning: 'there is no kind Service in apps/v1: v1 is taken',
  });
  assert.ok('warning' in resolve('extensions/v1beta1', 'Ingress', 'n'));
});

test('a kind that several groups have is not guessed', () => {
  assert.deepEqual(resolve('v1', 'Thing'), {
    problem: 'there is no kind Thing in v1, but in each of example.com/v1, example.org/v1: say which',
  });
});

test('a kind that nobody has is said', () => {
  assert.deepEqual(resolve('v1', 'Nothing'), {
    problem: 'there is no kind Nothing in v1, nor anywhere else',
  });
});
