import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DelayHeap } from './delay-heap.ts';

test('gives the earliest first, whatever was taken out of the middle', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.array(fc.nat(100)), (times, removals) => {
      const heap = new DelayHeap<{ readyAtMs: number; heapIndex: number }>();
      let items = times.map((readyAtMs) => ({ readyAtMs, heapIndex: -1 }));
      for (const item of items) heap.add(item);
      for (const index of removals) {
        const item = items[index];
        if (item === undefined) continue;
        heap.remove(item);
        items = items.filter((other) => other !== item);
      }
      const order: number[] = [];
      for (let item = heap.earliest; item; item = heap.earliest) {
        order.push(item.readyAtMs);
        heap.remove(item);
      }
      assert.deepEqual(
        order,
        items.map(({ readyAtMs }) => readyAtMs).sort((a, b) => a - b),
      );
    }),
  );
});
