import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AddOptions } from '../queue/work-queue.ts';
import { enqueueOn, type CacheEvents } from './enqueue-on.ts';

interface Pod {
  readonly name: string;
  readonly owner: string;
}

type Handler = Parameters<CacheEvents<Pod>['addHandler']>[0];

class FakeCache implements CacheEvents<Pod> {
  readonly items: Pod[] = [];
  handler: Handler | undefined;

  addHandler(handler: Handler): () => void {
    for (const item of this.items) handler.onAdd(item);
    this.handler = handler;
    return () => (this.handler = undefined);
  }
}

function sink(started: boolean) {
  const added: string[] = [];
  const add = (key: string, options?: AddOptions) => void added.push(`${key} ${options?.priority}`);
  return { started, add, added };
}

const byOwner = (pod: Pod): string[] => [`c|${pod.owner}`];

test('what is there is enqueued at low priority, what changes later at its own', () => {
  const cache = new FakeCache();
  const controller = sink(true);
  cache.items.push({ name: 'p1', owner: 'a' });
  enqueueOn(controller, cache, byOwner);
  cache.handler?.onAdd({ name: 'p2', owner: 'b' });
  cache.handler?.onDelete({ name: 'p1', owner: 'a' });
  assert.deepEqual(controller.added, ['c|a low', 'c|b normal', 'c|a normal']);
});

test('until the controller has started everything is the initial list', () => {
  const cache = new FakeCache();
  const controller = sink(false);
  enqueueOn(controller, cache, byOwner, 'high');
  cache.handler?.onAdd({ name: 'p1', owner: 'a' });
  controller.started = true;
  cache.handler?.onAdd({ name: 'p2', owner: 'a' });
  assert.deepEqual(controller.added, ['c|a low', 'c|a high']);
});

test('an update touches the keys of before and of after, each once', () => {
  const cache = new FakeCache();
  const controller = sink(true);
  enqueueOn(controller, cache, byOwner);
  cache.handler?.onUpdate({ name: 'p1', owner: 'b' }, { name: 'p1', owner: 'a' });
  cache.handler?.onUpdate({ name: 'p1', owner: 'b' }, { name: 'p1', owner: 'b' });
  assert.deepEqual(controller.added, ['c|a normal', 'c|b normal', 'c|b normal']);
});

test('the answer ends it', () => {
  const cache = new FakeCache();
  enqueueOn(sink(true), cache, byOwner)();
  assert.equal(cache.handler, undefined);
});
