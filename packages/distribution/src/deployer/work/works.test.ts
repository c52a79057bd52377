import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { Description } from '@banyan/api/clusternet';
import { workIndexOf } from './work-index.ts';
import { Works } from './works.ts';

const OBJECT = '/ConfigMap/shop/settings';

function description(
  name: string,
  objects: readonly unknown[],
  createdAt = '2026-01-01T00:00:00Z',
): Description {
  return {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'Description',
    metadata: { name, namespace: 'm', uid: name, generation: 1, creationTimestamp: createdAt },
    spec: {
      deployer: 'Generic',
      raw: objects.map((object) => Buffer.from(JSON.stringify(object)).toString('base64')),
    },
  };
}

function settings(name = 'settings'): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } };
}

test('what cannot be read is told by its place, and the rest is read', () => {
  const index = workIndexOf(
    description('a', [settings(), 'text', null, { kind: 'ConfigMap' }, settings(), settings('other')]),
  );
  assert.deepEqual(
    index.items.map(({ key, place }) => [key, place]),
    [
      [OBJECT, 0],
      ['/ConfigMap/shop/other', 5],
    ],
  );
  assert.equal(index.work, 'm.a');
  assert.equal(index.problems.length, 4);
  assert.match(index.problems[3] ?? '', /spec\.raw\[4\]: ConfigMap shop\/settings is there twice/);
});

test('of two works that claim one object the older has it, unless the object carries the mark of the other', () => {
  const works = new Works();
  works.put('m|m/young', description('young', [settings()], '2026-01-02T00:00:00Z'));
  works.put('m|m/old', description('old', [settings()]));
  assert.equal(works.otherOwner('m|m/young', OBJECT, undefined), 'm.old');
  assert.equal(works.otherOwner('m|m/old', OBJECT, undefined), undefined);
  assert.equal(works.otherOwner('m|m/old', OBJECT, 'm.young'), 'm.young');
});

test('a work that no longer claims an object tells the others that do', () => {
  const works = new Works();
  works.put('m|m/a', description('a', [settings()]));
  works.put('m|m/b', description('b', [settings()]));
  const ending = description('a', [settings()]);
  const metadata = { ...ending.metadata, deletionTimestamp: '2026-01-03T00:00:00Z' };
  assert.deepEqual([...works.put('m|m/a', { ...ending, metadata })], ['m|m/b']);
  assert.equal(works.otherOwner('m|m/b', OBJECT, 'm.a'), undefined);
  assert.equal(works.isClaimedElsewhere('m|m/a', OBJECT), true);
  assert.deepEqual([...works.delete('m|m/b')], []);
  assert.equal(works.isClaimedElsewhere('m|m/a', OBJECT), false);
});

test('two members never claim the same object', () => {
  const works = new Works();
  works.put('m|m/a', description('a', [settings()]));
  works.put('n|n/a', description('a', [settings()]));
  assert.equal(works.isClaimedElsewhere('m|m/a', OBJECT), false);
  assert.deepEqual(works.claimants('n', OBJECT), ['n|n/a']);
});

test('parts of one work do not stand against each other', () => {
  const works = new Works();
  const marked = settings();
  marked.metadata.annotations = { 'apps.clusternet.io/owned-by-description': 'm.a-generic' };
  works.put('m|m/a-generic', description('a-generic', [marked]));
  works.put('m|m/a-generic-2', description('a-generic-2', [marked]));
  assert.equal(works.otherOwner('m|m/a-generic-2', OBJECT, 'm.a-generic'), undefined);
});
