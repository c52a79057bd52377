import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventLog } from './event-log.ts';
import { HistoryBudget } from './history-budget.ts';
import { StorageError } from './storage-error.ts';
import { storedObject, type StoreEvent } from './stored-object.ts';
import { testObject } from './test-object.ts';

function modified(revision: number, [before, after]: [number, number] = [10, 10]): StoreEvent {
  const previous = storedObject('a/b', 1, testObject('x'.repeat(before)));
  const current = storedObject('a/b', revision, testObject('x'.repeat(after)));
  return { type: 'MODIFIED', revision, current, previous };
}

function isCompacted(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'Compacted';
}

test('the events after a revision come oldest first, and none after the newest', () => {
  const log = new EventLog(4, new HistoryBudget());
  for (const revision of [5, 8, 9]) log.append(modified(revision));
  const after = (revision: number) => log.after(revision).map((event) => event.revision);
  assert.deepEqual([after(4), after(5), after(7), after(9), after(99)], [[5, 8, 9], [8, 9], [8, 9], [], []]);
  assert.throws(() => log.after(3), isCompacted);
});

test('compaction forgets up to a revision, that of no event too', () => {
  const log = new EventLog(0, new HistoryBudget());
  for (const revision of [5, 8, 9]) log.append(modified(revision));
  log.compact(6);
  assert.deepEqual(
    log.after(6).map((event) => event.revision),
    [8, 9],
  );
  assert.throws(() => log.after(5), isCompacted);
  log.compact(20);
  assert.deepEqual([log.after(20), log.size], [[], 0]);
  log.compact(10);
  assert.equal(log.since, 20);
});

test('a log keeps ten thousand events and says since when it is complete', () => {
  const log = new EventLog(0, new HistoryBudget());
  for (let revision = 1; revision <= 30_001; revision += 1) log.append(modified(revision));
  assert.equal(log.since, 20_001);
  assert.equal(log.after(20_001).length, 10_000);
  assert.throws(() => log.after(20_000), isCompacted);
});

test('the size of all logs together is bounded, and the largest forgets first', () => {
  const budget = new HistoryBudget(100_000);
  const [small, large] = [new EventLog(0, budget), new EventLog(0, budget)];
  small.append(modified(1));
  for (let revision = 2; revision < 1000; revision += 1) large.append(modified(revision, [1000, 1000]));
  assert.ok(budget.size <= 100_000 && budget.size > 90_000, String(budget.size));
  assert.equal(budget.size, small.size + large.size);
  assert.equal(small.after(0).length, 1);
  assert.ok(large.after(large.since).length > 40);
});

test('the version before counts as well: nothing else may hold it any more', () => {
  const budget = new HistoryBudget(100_000);
  const log = new EventLog(0, budget);
  for (let revision = 1; revision < 100; revision += 1) log.append(modified(revision, [50_000, 1]));
  assert.equal(log.after(log.since).length, 1);
});

test('one event that is larger than the budget is not remembered, and does no harm', () => {
  const log = new EventLog(0, new HistoryBudget(1000));
  log.append(modified(7, [5000, 5000]));
  assert.deepEqual([log.after(7), log.since, log.size], [[], 7, 0]);
});
