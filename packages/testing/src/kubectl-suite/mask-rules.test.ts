import assert from 'node:assert/strict';
import test from 'node:test';
import { maskText } from './mask-rules.ts';
import { MaskNumbers } from './masked-text.ts';

function shown(text: string, ownWords?: ReadonlyMap<string, string>): string {
  return new MaskNumbers().show(maskText(text, ownWords));
}

const UID = 'a8f3b0de-1111-4222-8333-444455556666';

const CASES: readonly [what: string, text: string, masked: string][] = [
  ['a uid', `uid: ${UID}`, 'uid: <uid-1>'],
  ['an RFC 3339 time', 'at: "2026-01-02T03:04:05Z"', 'at: "<time>"'],
  ['a time with a fraction', '2026-01-02T03:04:05.678901+01:00', '<time>'],
  ['a time of describe', 'Start Time:  Sun, 15 Nov 2026 12:00:09 +0000', 'Start Time:  <time>'],
  ['a time of diff', '--- a\t2026-01-02 03:04:05.123456789 +0000', '--- a\t<time>'],
  ['a resourceVersion in YAML', 'resourceVersion: "123"', 'resourceVersion: "<version>"'],
  ['a resourceVersion in JSON', '"resourceVersion": "123",', '"resourceVersion": "<version>",'],
  ['a resourceVersion in describe', 'Resource Version:  123', 'Resource Version:  <version>'],
  ["a Deployment's pod", 'pod/web-7887448d46-2qmkt', 'pod/web-<hash-1>-<random-1>'],
  ['a ReplicaSet', 'replicaset.apps/web-7887448d46 created', 'replicaset.apps/web-<hash-1> created'],
  ["a Job's pod", 'once-x2x5k   0/1', 'once-<random-1>   0/1'],
  ['a template hash', 'pod-template-hash=7887448d46', 'pod-template-hash=<hash-1>'],
  ['a template hash in YAML', 'pod-template-hash: 7887448d46', 'pod-template-hash: <hash-1>'],
  ['an event name', 'web.18782f0a1b2c3d4e', 'web.<event-1>'],
  ['a cluster IP', 'clusterIP: 10.96.12.34', 'clusterIP: <cluster-ip>'],
  ['a pod IP', 'IP: 10.0.0.7', 'IP: <pod-ip>'],
  ['a forwarded port', 'Forwarding from 127.0.0.1:40123 -> 80', 'Forwarding from 127.0.0.1:<port> -> 80'],
  ['a node port in a table', '80:31234/TCP', '80:<node-port>/TCP'],
  ['a node port in YAML', 'nodePort: 31234', 'nodePort: <node-port>'],
  ['a token', 'eyJhbGciOi.eyJhdWQi.c2ln_-A', '<token>'],
  ['a certificate', '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----', '<certificate>'],
  ['a fingerprint', `X509SHA256=${'0f'.repeat(32)}`, 'X509SHA256=<fingerprint>'],
  ['a log line', 'E1115 11:59:26.594593    3697 memcache.go:265] x', 'E<log-time> memcache.go:265] x'],
  ['an age in a sentence', 'started 3m20s ago', 'started <age> ago'],
  ['a duration in describe', 'Duration:   12s', 'Duration:   <age>'],
  ['who holds a lease', 'HolderIdentity:  host_a8f3b0de', 'HolderIdentity:  <holder>'],
  ["diff's folders", '/tmp/LIVE-3921/v1.ConfigMap', '/tmp/LIVE-<temporary>/v1.ConfigMap'],
];

for (const [what, text, masked] of CASES) test(`${what} is masked`, () => assert.equal(shown(text), masked));

const KEPT = [
  'configmap/settings created',
  'web-frontend   2/2   Running',
  'deployment.apps/kubectl-client',
  'image: nginx:1.25.3',
  'port: 8080',
  'generation: 2',
  '192.0.2.1',
  'the server-side apply of app-settings',
];

for (const text of KEPT) test(`${text}: stays as it is`, () => assert.equal(shown(text), text));

test('equal values have equal numbers, others the next', () => {
  const other = UID.replace('a8', 'b9');
  assert.equal(shown(`${UID} ${other} ${UID}`), '<uid-1> <uid-2> <uid-1>');
});

test('numbers go on from one text of a scenario to the next', () => {
  const numbers = new MaskNumbers();
  assert.equal(numbers.show(maskText('web-7887448d46-2qmkt')), 'web-<hash-1>-<random-1>');
  assert.equal(numbers.show(maskText('web-7887448d46-h9mtj')), 'web-<hash-1>-<random-2>');
});

test("a run's own words are masked before anything in them is", () => {
  const own = new Map([
    ['/tmp/run-x2x5k/work', 'dir'],
    ['https://127.0.0.1:6443', 'server'],
  ]);
  const text = 'open /tmp/run-x2x5k/work/a.yaml, then https://127.0.0.1:6443/api';
  assert.equal(shown(text, own), 'open <dir>/a.yaml, then <server>/api');
});
