import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError } from '@banyan/apiserver';
import { targetOrigin } from './target-host.ts';

const TAKEN: readonly [host: string, origin: string][] = [
  ['web', 'https://web'],
  ['web.shop.svc:8443', 'https://web.shop.svc:8443'],
  ['10.96.0.1:443', 'https://10.96.0.1'],
  ['[fd00::1]:6443', 'https://[fd00::1]:6443'],
  ['%5Bfd00::1%5d:6443', 'https://[fd00::1]:6443'],
  ['a_b.example', 'https://a_b.example'],
];

for (const [host, origin] of TAKEN)
  test(`${host} is a target`, () => assert.equal(targetOrigin('https', host, []).origin, origin));

const REFUSED: readonly [host: string, code: number][] = [
  ['user:pw@web', 400],
  ['user@web', 400],
  ['web:99999', 400],
  ['web:0', 400],
  ['web:', 400],
  ['web:80:80', 400],
  ['', 400],
  ['.', 400],
  ['a%2eb', 400],
  ['[::1', 400],
  ['[fe80::1%25eth0]', 400],
  ['localhost', 403],
  ['LOCALHOST:80', 403],
  ['x.localhost', 403],
  ['127.0.0.1', 403],
  ['127.1', 403],
  ['0x7f000001', 403],
  ['017700000001', 403],
  ['2130706433:80', 403],
  ['0', 403],
  ['169.254.169.254', 403],
  ['2852039166', 403],
  ['100.100.100.200', 403],
  ['metadata.google.internal', 403],
  ['[::]', 403],
  ['[::1]:80', 403],
  ['%5B::1%5D:80', 403],
  ['[0:0:0:0:0:0:0:1]', 403],
  ['[::ffff:127.0.0.1]', 403],
  ['[::ffff:a9fe:a9fe]', 403],
  ['[fe80::1]', 403],
  ['[fd00:ec2::254]', 403],
  ['[ff02::1]', 403],
  ['224.0.0.1', 403],
];

for (const [host, code] of REFUSED)
  test(`${host || 'nothing'} is answered ${code}`, () => {
    assert.throws(
      () => targetOrigin('http', host, []),
      (error: ApiError) => error.code === code,
    );
  });

test('what is configured is let through, with its port or with any', () => {
  assert.equal(targetOrigin('http', 'localhost:8080', ['localhost:8080']).host, 'localhost:8080');
  assert.equal(targetOrigin('http', 'localhost:8080', ['localhost']).host, 'localhost:8080');
  assert.throws(() => targetOrigin('http', 'localhost:9090', ['localhost:8080']));
});
