import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peerSecrets, renewedPeerSecret, type PeerSecret } from './peer-secret.ts';

const NOW = Date.UTC(2030, 0, 2);
const HOUR_MS = 3_600_000;

function made(read: PeerSecret | undefined, nowMs: number, text: string): PeerSecret | undefined {
  return renewedPeerSecret(read, { namespace: 'n', nowMs, random: () => text });
}

test('there is a secret from the first moment, and it is kept for a day', () => {
  const first = made(undefined, NOW, 'one');
  assert.deepEqual(peerSecrets(first, NOW), ['one']);
  assert.equal(first?.metadata.resourceVersion, undefined);
  assert.equal(made(first, NOW + 23 * HOUR_MS, 'two'), undefined);
});

test('a new one is accepted at once and shown when all know it; the one before is accepted on', () => {
  const first = made(undefined, NOW, 'one') as PeerSecret;
  const read = { ...first, metadata: { ...first.metadata, resourceVersion: '7' } };
  const later = NOW + 25 * HOUR_MS;
  const second = made(read, later, 'two');
  assert.equal(second?.metadata.resourceVersion, '7', 'so that of two who renew it one loses');
  assert.deepEqual(peerSecrets(second, later), ['one', 'two']);
  assert.deepEqual(peerSecrets(second, later + HOUR_MS), ['two', 'one']);
  const third = made(second, later + 25 * HOUR_MS, 'three');
  assert.deepEqual(peerSecrets(third, later + 26 * HOUR_MS), ['three', 'two'], 'never more than two');
});

test('what someone has spoilt is made anew', () => {
  const good = made(undefined, NOW, 'one') as PeerSecret;
  const rotatedAt = (time: string): PeerSecret => ({
    ...good,
    metadata: { ...good.metadata, annotations: { 'banyan.dev/rotated-at': time } },
  });
  const empty: PeerSecret[] = [
    { ...good, data: {} },
    { ...good, data: { current: '' } },
  ];
  for (const spoilt of empty) {
    assert.deepEqual(peerSecrets(spoilt, NOW), []);
    assert.deepEqual(peerSecrets(made(spoilt, NOW, 'new'), NOW), ['new']);
  }
  for (const time of ['', 'yesterday', '2099-01-01T00:00:00Z'])
    assert.deepEqual(peerSecrets(made(rotatedAt(time), NOW, 'new'), NOW + HOUR_MS), ['new', 'one'], time);
});
