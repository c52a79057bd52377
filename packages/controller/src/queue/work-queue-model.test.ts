import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import fc from 'fast-check';
import { clusterOf } from './key.ts';
import { higherPriority, PRIORITIES, type Priority } from './priority.ts';
import { WorkQueue } from './work-queue.ts';

const MAX_PER_CLUSTER = 2;

/** The queue's promise, said as slowly and plainly as possible. */
class ModelQueue {
  readonly pending = new Map<string, { readyAtMs: number; priority: Priority }>();
  readonly running = new Map<string, { readyAtMs: number; priority: Priority } | undefined>();

  add(key: string, readyAtMs: number, priority: Priority): void {
    const into = this.running.has(key) ? this.running : this.pending;
    const old = into.get(key);
    into.set(key, {
      readyAtMs: Math.min(readyAtMs, old?.readyAtMs ?? Infinity),
      priority: higherPriority(priority, old?.priority ?? priority),
    });
  }

  start(key: string): void {
    this.pending.delete(key);
    this.running.set(key, undefined);
  }

  done(key: string): void {
    const again = this.running.get(key);
    this.running.delete(key);
    if (again !== undefined) this.pending.set(key, again);
  }

  isReady(key: string, nowMs: number): boolean {
    const entry = this.pending.get(key);
    const busy = [...this.running.keys()].filter((other) => clusterOf(other) === clusterOf(key)).length;
    return entry !== undefined && entry.readyAtMs <= nowMs && busy < MAX_PER_CLUSTER;
  }

  ready(nowMs: number): string[] {
    return [...this.pending.keys()].filter((key) => this.isReady(key, nowMs));
  }
}

const key = fc.constantFrom('a|1', 'a|2', 'a|3', 'b|1', 'b|2', 'c|1');
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('add' as const), key, priority: fc.constantFrom(...PRIORITIES) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('delay' as const),
      key,
      priority: fc.constantFrom(...PRIORITIES),
      ms: fc.integer({ min: 0, max: 20 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('take' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('done' as const), which: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 15 }) }),
  },
);

test('whatever is done to it in whatever order, the queue does as the model: nothing lost, nothing twice at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 60 }), async (operations) => {
      const clock = new FakeClock();
      const queue = new WorkQueue({ clock, random: () => 0, maxPerCluster: MAX_PER_CLUSTER });
      const model = new ModelQueue();
      let sinceUrgent = 0;
      for (const op of operations) {
        if (op.do === 'wait') await clock.advance(op.ms);
        else if (op.do === 'done') {
          const running = [...model.running.keys()][op.which];
          if (running === undefined) continue;
          queue.done(running);
          model.done(running);
        } else if (op.do === 'take') await take();
        else {
          const ms = op.do === 'delay' ? op.ms : 0;
          queue.add(op.key, { priority: op.priority, afterMs: ms });
          model.add(op.key, clock.elapsed() + ms, op.priority);
        }
        agree();
      }
      await drain();

      async function take(): Promise<void> {
        const ready = model.ready(clock.elapsed());
        if (ready.length === 0) return;
        const taken = await queue.take();
        assert.ok(taken && ready.includes(taken.key), `${taken?.key} of ${ready.join()}`);
        assert.equal(taken.priority, model.pending.get(taken.key)?.priority);
        const urgent = ready.filter((k) => isHighest(k, ready));
        sinceUrgent = urgent.includes(taken.key) ? 0 : sinceUrgent + 1;
        assert.ok(sinceUrgent <= 2, 'the lower levels are let through one at a time');
        model.start(taken.key);
      }

      function isHighest(k: string, ready: string[]): boolean {
        const priorityOf = (other: string) => model.pending.get(other)?.priority ?? 'low';
        return ready.every((other) => higherPriority(priorityOf(k), priorityOf(other)) === priorityOf(k));
      }

      function agree(): void {
        const { ready, delayed, running } = queue.stats();
        assert.equal(running, model.running.size);
        assert.equal(ready + delayed, model.pending.size);
        const due = [...model.pending.values()].filter(({ readyAtMs }) => readyAtMs <= clock.elapsed());
        assert.equal(ready, due.length);
      }

      async function drain(): Promise<void> {
        while (model.pending.size + model.running.size > 0) {
          for (const running of model.running.keys()) {
            queue.done(running);
            model.done(running);
          }
          await clock.advance(20);
          while (model.ready(clock.elapsed()).length > 0) await take();
        }
        agree();
      }
    }),
    { numRuns: 500 },
  );
});
