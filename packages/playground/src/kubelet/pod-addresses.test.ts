import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pod } from '@banyan/api/objects';
import { PodAddresses } from './pod-addresses.ts';

const NETWORK = '10.244.1.0/24';

function pod(uid: string, podIP?: string): Pod {
  const status = podIP === undefined ? {} : { status: { podIP } };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { uid }, spec: { containers: [] }, ...status };
}

test('every pod has an address of its own, and keeps it', () => {
  const addresses = new PodAddresses();
  const first = addresses.of(pod('a'), NETWORK);
  assert.equal(addresses.of(pod('a'), NETWORK), first);
  assert.notEqual(addresses.of(pod('b'), NETWORK), first);
  assert.equal(addresses.of(pod('c', '10.244.1.9'), NETWORK), '10.244.1.9');
  const rest = Array.from({ length: 250 }, (_, i) => addresses.of(pod(`pod-${i}`), NETWORK));
  assert.equal(new Set([first, '10.244.1.9', ...rest]).size, 252);
});

test('an address is given again once it is free, and no sooner', () => {
  const addresses = new PodAddresses();
  for (let i = 0; i < 253; i += 1) addresses.of(pod(`pod-${i}`), NETWORK);
  assert.throws(() => addresses.of(pod('one more'), NETWORK), /no address is left in 10.244.1.0\/24/);
  const freed = addresses.of(pod('pod-7'), NETWORK);
  addresses.release('pod-7');
  assert.equal(addresses.of(pod('one more'), NETWORK), freed);
});
