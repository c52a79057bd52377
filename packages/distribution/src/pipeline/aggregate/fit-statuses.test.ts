import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AggregatedStatus } from '@banyan/api/clusternet';
import { CONFIG } from '../test-objects.ts';
import { fitStatuses } from './fit-statuses.ts';

function status(name: string, available: boolean): AggregatedStatus {
  const details = Array.from({ length: 10 }, (_, index) => ({ clusterName: `c${index}`, available }));
  return { ...CONFIG, name, feedStatusSummary: { available }, feedStatusDetails: details };
}

const STATUSES = [status('well', true), status('ill', false), status('fine', true)];

test('what fits stays as it is', () => {
  assert.equal(fitStatuses(STATUSES), STATUSES);
});

test('the details of feeds that are well go first', () => {
  const fitted = fitStatuses(STATUSES, 1_000);
  assert.deepEqual(
    fitted.map(({ feedStatusDetails }) => feedStatusDetails?.length),
    [undefined, 10, undefined],
  );
});

test('then all details, then the last feeds', () => {
  assert.ok(fitStatuses(STATUSES, 600).every(({ feedStatusDetails }) => feedStatusDetails === undefined));
  const few = fitStatuses(STATUSES, 260);
  assert.ok(few.length < 3 && few.length > 0);
  assert.ok(JSON.stringify(few).length <= 260);
});

test('a thousand feeds in a hundred members can be stored', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({
    ...status(`feed-${index}`, index % 2 === 0),
    feedStatusDetails: Array.from({ length: 100 }, (_, cluster) => ({ clusterName: `cluster-${cluster}` })),
  }));
  const fitted = fitStatuses(many);
  assert.equal(fitted.length, 1000);
  assert.ok(JSON.stringify(fitted).length <= 512 * 1024);
});
