import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint, EndpointSlice } from '@banyan/api/objects';
import { planSlices, type EndpointGroup } from './plan-slices.ts';

const PORTS = [{ name: '', port: 80, protocol: 'TCP' }];

function endpoint(i: number, ready = true): Endpoint {
  const addresses = [`10.0.${Math.floor(i / 250)}.${i % 250}`];
  return { addresses, conditions: { ready }, targetRef: { uid: `pod-${i}` } };
}

const endpoints = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => endpoint(from + i));

function slice(name: string, of: readonly Endpoint[], ports = PORTS): EndpointSlice {
  const metadata = { name };
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata,
    addressType: 'IPv4',
    ports,
    endpoints: [...of],
  };
}

const group = (of: readonly Endpoint[], ports = PORTS): EndpointGroup => ({
  addressType: 'IPv4',
  ports,
  endpoints: of,
});

const sizes = (groups: Iterable<EndpointGroup>) => [...groups].map((one) => one.endpoints.length);

test('slices hold a hundred endpoints at most', () => {
  const plan = planSlices([], [group(endpoints(0, 250))]);
  assert.deepEqual(sizes(plan.create), [100, 100, 50]);
});

test('a slice that says what is wanted is left alone', () => {
  const plan = planSlices([slice('a', endpoints(0, 3))], [group(endpoints(0, 3).toReversed())]);
  assert.deepEqual([plan.create.length, plan.update.size, plan.delete.length], [0, 0, 0]);
});

test('a new endpoint goes where something changes anyway, or where there is room', () => {
  const existing = [slice('full', endpoints(0, 100)), slice('room', endpoints(100, 150))];
  const added = planSlices(existing, [group(endpoints(0, 151))]);
  assert.deepEqual([...added.update.keys()], ['room']);
  const swapped = planSlices(existing, [group([...endpoints(1, 150), endpoint(200)])]);
  assert.deepEqual([...swapped.update.keys()], ['full']);
});

test('an endpoint that changed stays in its slice, in its place', () => {
  const now = [endpoint(0), endpoint(1, false), endpoint(2)];
  const plan = planSlices([slice('a', endpoints(0, 3))], [group(now)]);
  assert.deepEqual(plan.update.get('a')?.endpoints, now);
});

test('what is no longer wanted goes, and its slice is used for what is new', () => {
  const gone = planSlices(
    [slice('a', endpoints(0, 100)), slice('b', endpoints(100, 101))],
    [group(endpoints(0, 100))],
  );
  assert.deepEqual([gone.delete, gone.update.size], [['b'], 0]);
  const others = [{ name: '', port: 81, protocol: 'TCP' }];
  const moved = planSlices([slice('a', endpoints(0, 2))], [group(endpoints(0, 2), others)]);
  assert.deepEqual(moved.update.get('a')?.ports, others);
  assert.deepEqual([moved.create, moved.delete], [[], []]);
});

test('a Service without endpoints keeps one slice, with nothing in it', () => {
  const nothing = group([], []);
  assert.deepEqual(sizes(planSlices([], [nothing]).create), [0]);
  const emptied = planSlices([slice('a', endpoints(0, 2)), slice('b', endpoints(2, 3))], [nothing]);
  assert.deepEqual([emptied.update.get('a')?.endpoints, emptied.delete], [[], ['b']]);
  const still = planSlices([slice('a', [], [])], [nothing]);
  assert.deepEqual([still.create.length, still.update.size, still.delete.length], [0, 0, 0]);
});
