import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { OwnWrites } from './own-writes.ts';

function object(resourceVersion: string, uid = 'a'): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', uid, resourceVersion } };
}

suite('own writes', () => {
  for (const [what, cached, expected] of [
    ['stand for the very object that was written over', object('1'), '2'],
    ['give way to themselves in the cache', object('2'), '2'],
    ['give way to what came after them', object('7'), '7'],
    ['are not those of another object of the same name', object('1', 'b'), '1'],
    ['are over when the object is gone', undefined, undefined],
  ] as const) {
    test(what, () => {
      const writes = new OwnWrites<KubeObject>();
      writes.wrote('x', object('1'), object('2'));
      assert.equal(writes.latest('x', cached)?.metadata.resourceVersion, expected);
    });
  }

  test('are forgotten once the cache has moved on', () => {
    const writes = new OwnWrites<KubeObject>();
    writes.wrote('x', object('1'), object('2'));
    writes.latest('x', object('3'));
    assert.equal(writes.latest('x', object('1'))?.metadata.resourceVersion, '1');
  });
});
